import { Readable } from 'node:stream';
import type { FileBytes } from '@waypost/contract/call';
import type { FastifyReply } from 'fastify';

/** Sends a file's bytes. A browser that already has them gets 304. */
export function sendBytes(reply: FastifyReply, file: FileBytes) {
  // The name is arbitrary text: the plain form is sanitized, the encoded one contains all of it.
  const plain = file.name.replace(/[^\w.\- ]/g, '_');
  const disposition = file.show ? 'inline' : 'attachment';
  const isKnown = file.tag !== null && reply.request.headers['if-none-match'] === `"${file.tag}"`;
  if (file.tag !== null) reply.header('etag', `"${file.tag}"`);
  reply
    .header(
      'content-disposition',
      `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('cache-control', file.tag === null ? 'no-store' : 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(file.contentType);
  // Destroying a stream made from another one that was never read would leave the other one's file open.
  const content = file.content instanceof Readable ? file.content : Readable.from(file.content);
  if (file.bytes !== null) reply.header('content-length', file.bytes);
  if (!isKnown) return reply.send(content);
  content.destroy();
  return reply.code(304).send();
}
