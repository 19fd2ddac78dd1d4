import { hasDemo, removeDemo } from '../demo/remove.ts';
import { createFileStore } from '../platform/outside/file-store.ts';
import { removeOutbox } from '../serving/outbox.ts';
import { operate, UsageError } from './operate.ts';

/* `npm run remove-demo`, on the configured database. */
await operate(
  'npm run remove-demo [-- --with-everybody]',
  async ({ config, pools, words }) => {
    if (words.some((word) => word !== '--with-everybody')) throw new UsageError();
    if (!(await hasDemo(pools.owner))) return 'This database has no demo.';
    const files = await createFileStore(config.files);
    const count = await removeDemo(pools.owner, files, { withEverybody: words.length > 0 });
    removeOutbox(config.dataDir);
    return `The demo is removed: its school system and ${count} accounts. Set DEMO=off, or the next start may fill it again.`;
  },
  { alone: true },
);
