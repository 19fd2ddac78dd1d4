import { type FileRef, fileCalls } from '@waypost/contract/files/calls';
import { FILE_MAX_BYTES } from '@waypost/contract/files/rules';
import { uploadFile } from '../client/call.ts';
import { CallFailed, isFailure } from '../client/failure.ts';
import { notify } from '../client/notices.ts';

interface SendChoices {
  /** What the file is to become (document 1, section 3): `student_resume_file`. */
  key: string;
  /** What the person calls it. */
  description?: string;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const TOO_LARGE = 'Please choose a smaller sized file';

/**
 * Stores a file as the signed-in person's. One that is too large is told by the documents' notice, before any
 * of it is sent; one that is not what it should be rejects with the server's sentence.
 */
export async function sendFile(file: Blob & { name?: string }, choices: SendChoices): Promise<FileRef> {
  const { key, description, onProgress, signal } = choices;
  try {
    if (file.size > FILE_MAX_BYTES) throw new CallFailed('too-large', TOO_LARGE);
    return await uploadFile(fileCalls.uploadFile, { key, description }, file, { onProgress, signal });
  } catch (error) {
    if (isFailure(error, 'too-large')) notify.error(TOO_LARGE, 'File too large to upload');
    throw isFailure(error, 'invalid-input') ? withItsSentence(error) : error;
  }
}

/** The server says at the file's field what is wrong with it. */
function withItsSentence(error: CallFailed): CallFailed {
  const [sentence] = error.fields.fileupload ?? [];
  return sentence ? new CallFailed(error.kind, capitalised(sentence), error.problem) : error;
}

const capitalised = (sentence: string) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
