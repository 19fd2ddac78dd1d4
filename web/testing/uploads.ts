import { CREATION_KEY_HEADER } from '@waypost/contract/creation-key';
import { USER_HEADER } from '@waypost/contract/named-user';
import { flushSync } from 'react-dom';
import { vi } from 'vitest';

/** An upload in progress, controlled by the test. */
export interface Upload {
  path: string;
  /** The user it is meant for; null if it names none. */
  user: string | null;
  creationKey: string | null;
  /** The form's fields in the order sent, with the file last. */
  fields: Record<string, FormDataEntryValue>;
  timeout: number;
  aborted: boolean;
  /** Reports the uploaded share, from 0 to 1. */
  progress: (share: number) => void;
  /** Replies as the server. */
  reply: (body: unknown, status?: number) => void;
}

/** Pauses every upload until the test replies to it. Returns the uploads in the order sent. */
export function pauseUploads(): Upload[] {
  const uploads: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    /** The parts of XMLHttpRequest that an upload uses. */
    class {
      upload: { onprogress?: (sent: object) => void } = {};
      onload = () => {};
      onerror = () => {};
      ontimeout = () => {};
      onabort = () => {};
      status = 200;
      responseText = '';
      timeout = 0;
      path = '';
      headers = new Headers();
      one: Upload | undefined;

      open(_method: string, path: string) {
        this.path = path;
      }

      setRequestHeader(name: string, value: string) {
        this.headers.set(name, value);
      }

      send(body: FormData) {
        this.one = {
          path: this.path,
          user: this.headers.get(USER_HEADER),
          creationKey: this.headers.get(CREATION_KEY_HEADER),
          fields: Object.fromEntries(body.entries()),
          timeout: this.timeout,
          aborted: false,
          progress: (share) =>
            flushSync(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share, total: 1 })),
          reply: (reply, status = 200) =>
            flushSync(() => {
              this.status = status;
              this.responseText = JSON.stringify(reply);
              this.onload();
            }),
        };
        uploads.push(this.one);
      }

      abort() {
        if (this.one) this.one.aborted = true;
        this.onabort();
      }
    },
  );
  return uploads;
}
