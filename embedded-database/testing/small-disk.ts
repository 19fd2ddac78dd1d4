import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

/** A small, separate file system in memory. */
export interface SmallDisk {
  path: string;
  /** Fills it to its last byte. */
  fill(): Promise<void>;
  /** Removes what `fill` wrote. */
  free(): Promise<void>;
  /** Unmounts it. */
  remove(): Promise<void>;
}

/** Whether this process may mount a file system. If not, tests that need a full disk are skipped, with a message. */
export const canMount = tryToMount();

function tryToMount(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync('/tmp/embedded-mount-');
  try {
    mount(folder, 1);
    unmount(folder);
    return true;
  } catch (error) {
    console.warn(
      `SKIPPED: nothing is tested on a full disk, because this process may not mount one. ${error}`,
    );
    return false;
  } finally {
    rmdirSync(folder);
  }
}

function mount(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}

const MEGABYTE = 1024 * 1024;

/** Mounts a file system of this size. The caller removes it. */
export async function aSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp('/tmp/embedded-disk-');
  mount(path, megabytes);
  const filler = join(path, 'filler');
  return {
    path,
    fill: async () => {
      const file = await open(filler, 'a');
      try {
        for (let size = MEGABYTE; size >= 512; ) {
          const { bytesWritten } = await file.write(Buffer.alloc(size, 1)).catch(() => ({ bytesWritten: 0 }));
          if (bytesWritten < size) size /= 2;
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    remove: async () => {
      // PostgreSQL's process that writes its log ends a moment after the database.
      await vi.waitFor(() => unmount(path), 10_000);
      await rmdir(path);
    },
  };
}
