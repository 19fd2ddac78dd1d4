import multipart from '@fastify/multipart';
import { Refusal } from '@waypost/contract/refusal';
import fastify from 'fastify';
import { readUpload } from '../src/platform/access/upload.ts';

/** Reads forms as every upload's call does, and nothing else. Returns a function that sends it a form's bytes. */
export async function anUploadReader(boundary: string): Promise<(form: string) => Promise<unknown>> {
  const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
  await app.register(multipart);
  app.setErrorHandler((error, _, reply) => reply.code(error instanceof Refusal ? 400 : 500).send());
  app.post('/', async (wire) => {
    const { file } = await readUpload(wire);
    return { bytes: file?.content.length ?? 0 };
  });
  await app.ready();
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return (form) => app.inject({ method: 'POST', url: '/', headers, payload: form });
}
