import type { Actor } from '../../platform/access/actor.ts';
import { listeners } from '../../platform/access/listeners.ts';
import type { Tx } from '../../platform/database/connect.ts';

/** An account deletes one of its own files. Told before the file is locked. */
export const ownFileRemoved = listeners<[tx: Tx, owner: Actor, fileId: string, now: Date]>();
