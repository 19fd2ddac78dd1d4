// Loaded into the built product before it starts (`node --import`). On request, tells its parent the longest
// event loop delay since the last request, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const seen = monitorEventLoopDelay({ resolution: 1 });
seen.enable();
process.on('message', () => {
  process.send?.(seen.max / 1e6);
  seen.reset();
});
// Listening must not keep the process running.
process.channel?.unref();
