import { msg, t } from '@waypost/contract/i18n';
import { type FileRef, fileCalls } from '@waypost/contract/school-system/files/calls';
import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import { uploadFile } from '../../client/call.ts';
import { CallFailed, isFailure } from '../../client/failure.ts';
import { notify } from '../../client/notices.ts';

interface SendChoices {
  /**
   * What the file is for, such as `student_resume_file` (docs/behavior/files.md#fields). Without it, the file keeps
   * its own name.
   */
  key?: string;
  /** A resource's name in Spanish. */
  nameEs?: string;
  /** The file's display name. */
  description?: string;
  /** Whether the file is protected from deletion; only an Admin may set this. */
  noDelete?: boolean;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

const TOO_LARGE = msg('Please choose a smaller sized file');

/** Stores a file that belongs to the signed-in user. */
export function sendFile(file: Blob & { name?: string }, choices: SendChoices): Promise<FileRef> {
  const { key, nameEs, description, noDelete, onProgress, signal } = choices;
  const fields = {
    key,
    name_es: nameEs || undefined,
    description,
    no_delete: noDelete ? ('true' as const) : undefined,
  };
  return upload(file, () => uploadFile(fileCalls.uploadFile, fields, file, { onProgress, signal }));
}

/**
 * Uploads a file with `send`. A file that is too large is not sent, and a notice says so
 * (docs/behavior/files.md#what-is-accepted). A file of the wrong kind rejects with the server's message.
 */
export async function upload<T>(file: Blob, send: () => Promise<T>): Promise<T> {
  try {
    if (file.size > FILE_MAX_BYTES) throw new CallFailed('too-large', t(TOO_LARGE));
    return await send();
  } catch (error) {
    if (isFailure(error, 'too-large')) notify.error(t(TOO_LARGE), t('File too large to upload'));
    throw isFailure(error, 'invalid-input') ? withFieldMessage(error) : error;
  }
}

/** The server reports what is wrong with the file as an error of its field. */
function withFieldMessage(error: CallFailed): CallFailed {
  const [sentence] = error.fields.fileupload ?? [];
  return sentence ? new CallFailed(error.kind, capitalised(sentence), error.problem) : error;
}

const capitalised = (sentence: string) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
