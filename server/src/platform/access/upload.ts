import { msg, t } from '@waypost/contract/i18n';
import { normalizeLine } from '@waypost/contract/normalize';
import { Refusal, refuse } from '@waypost/contract/refusal';
import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import type { FastifyRequest } from 'fastify';
import { UNREADABLE } from './body.ts';
import type { UploadedFile } from './handler.ts';

export const TOO_LARGE = msg('Please choose a smaller sized file');

interface Sent {
  fields: Record<string, string>;
  file: UploadedFile | null;
}

/** Reads one file in `fileupload` and the other fields. Refuses more than `FILE_MAX_BYTES` before storing it. */
export async function readUpload(wire: FastifyRequest): Promise<Sent> {
  if (!wire.isMultipart()) refuse('invalid-input', t('This call takes a form with a file in `fileupload`.'));
  try {
    return await rejectIfStalled(wire, readParts(wire));
  } catch (error) {
    // A malformed form (no end, a boundary that is too long) is the sender's error.
    if (error instanceof Refusal || Object(error).statusCode === 413) throw error;
    return refuse('invalid-input', t(UNREADABLE));
  }
}

/** Seconds without progress after which a form is aborted. It is buffered in memory, so nothing else takes long. */
const TIMEOUT_SECONDS = 3;

/**
 * The parser hangs on some malformed forms (a part without a head that is longer than its buffer): it takes no more
 * bytes, and the request would wait forever. With a slow sender, the parser is not what waits.
 */
async function rejectIfStalled<T>({ raw }: FastifyRequest, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    let seen = { bytes: -1, times: 0 };
    timer = setInterval(() => {
      const bytes = raw.socket.bytesRead;
      const isStill = raw.isPaused() && bytes === seen.bytes;
      seen = { bytes, times: isStill ? seen.times + 1 : 0 };
      if (seen.times >= TIMEOUT_SECONDS) reject(new Refusal('invalid-input', t(UNREADABLE)));
    }, 1000);
  });
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    clearInterval(timer);
  }
}

async function readParts(wire: FastifyRequest): Promise<Sent> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | null = null;
  for await (const part of wire.parts({
    limits: { fileSize: FILE_MAX_BYTES, files: 1, fields: 20, fieldSize: 10_000 },
  })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname !== 'fileupload') part.file.resume();
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk);
      if (part.file.truncated) refuse('too-large', t(TOO_LARGE));
      file = { name: normalizeLine(part.filename ?? '') || 'file', content: Buffer.concat(chunks) };
    }
  }
  return { fields, file };
}
