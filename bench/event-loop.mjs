// Loaded into the built product before it starts (`node --import`): tells its parent, whenever it asks, the
// longest that the event loop stood still since it last did, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const seen = monitorEventLoopDelay({ resolution: 1 });
seen.enable();
process.on('message', () => {
  process.send?.(seen.max / 1e6);
  seen.reset();
});
// Being asked is no reason to keep running.
process.channel?.unref();
