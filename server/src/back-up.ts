import { resolve } from 'node:path';
import { backUp, restore } from './database/backup.ts';
import { operate, UsageError } from './operate.ts';
import { systemClock } from './outside/clock.ts';

/* `npm run backup -- <file>` and `npm run restore -- <file>`, on the database of the configuration. */
const verb = process.argv[2] === 'restore' ? 'restore' : 'backup';
await operate(
  `npm run ${verb} -- <file>`,
  async ({ config, pools, words: [, file] }) => {
    if (file === undefined) throw new UsageError();
    const path = resolve(process.env.INIT_CWD ?? '.', file);
    const { files } = config;
    const uploads = files.kind === 'folder' ? `the folder ${files.path}` : `the bucket ${files.bucket}`;
    if (verb === 'restore')
      return `${await restore(pools.owner, path)} rows were restored. Put their files back into ${uploads}.`;
    const count = await backUp(pools.owner, path, systemClock.now());
    return `${count} rows are kept in ${path}. Their files are not in it: now copy ${uploads}.`;
  },
  { alone: verb === 'restore' },
);
