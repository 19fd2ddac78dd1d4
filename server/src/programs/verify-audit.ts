import { verifyAudit } from '../platform/database/audit-chain.ts';
import { operate, UsageError } from './operate.ts';

/* `npm run audit:verify [-- <code> …]`, on the configured database. */
await operate('npm run audit:verify [-- <noted code> …]', async ({ pools, words }) => {
  const wrong = words.find((word) => !/^\d{1,15}:[0-9a-f]{64}$/.test(word));
  if (wrong !== undefined) throw new UsageError();
  const { entries, faults } = await verifyAudit(pools.owner, words);
  if (faults.length > 0) process.exitCode = 1;
  return [
    ...faults,
    faults.length > 0
      ? 'The audit trail is not whole.'
      : `The audit trail is whole: ${entries.toLocaleString('en-US')} entries.`,
  ].join('\n');
});
