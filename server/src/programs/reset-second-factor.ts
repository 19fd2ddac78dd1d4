import { turnOffByOperator } from '../people/second-factor/by-operator.ts';
import { systemClock } from '../platform/outside/clock.ts';
import { operate, UsageError } from './operate.ts';

/* `npm run reset-two-step`: for a person without their phone and recovery codes whom nobody else can help. */
await operate('npm run reset-two-step -- <email>', async ({ pools: { owner }, words }) => {
  const [email] = words;
  if (email === undefined || words.length > 1) throw new UsageError();
  await turnOffByOperator(owner, email, systemClock.now());
  return `Two-step login of ${email} is off.`;
});
