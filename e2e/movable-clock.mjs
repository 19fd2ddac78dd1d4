// Loaded into the product before its own code. The clock runs normally until a test moves it.

const SystemDate = Date;
let ahead = 0;
const now = () => SystemDate.now() + ahead;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('message', (milliseconds) => {
  ahead = milliseconds;
  process.send?.(milliseconds);
});
// Do not let the listener keep the process running.
process.channel?.unref();
