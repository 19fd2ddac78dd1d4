// Runs until its parent process is gone, and reports that. See outside/parent-process.test.ts.
import { whenParentEnds } from '../src/platform/outside/parent-process.ts';

const staying = setInterval(() => undefined, 60_000);
whenParentEnds(() => {
  clearInterval(staying);
  process.stdout.write('ended\n');
});
process.stdout.write('started\n');
