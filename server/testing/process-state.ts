import { vi } from 'vitest';

/**
 * Resources that keep running until they are closed. Idle connections belong to their pools and are left out.
 */
const LASTING = new Set([
  'TCPServerWrap',
  'PipeServerWrap',
  'ProcessWrap',
  'Worker',
  'FSEventWrap',
  'StatWatcher',
]);

/** Internals, and globals that Vitest, the AWS SDK and PKI.js (named by the process's id) set when they load. */
const SET_BY_LIBRARIES = new RegExp(`^(_|console$|awslambda$|${process.pid}$)`);

const LAZY = Symbol('lazy');

type StatePart = Record<string, unknown>;

/** The global state that test files in one process share, by part. */
export type ProcessState = Record<string, StatePart>;

export function readProcessState(): ProcessState {
  const running: Record<string, number> = {};
  for (const resource of process.getActiveResourcesInfo())
    if (LASTING.has(resource)) running[resource] = (running[resource] ?? 0) + 1;
  const { env, cwd, exit, kill, getuid, exitCode, platform } = process;
  const listeners = process.eventNames().map((name) => [String(name), process.listenerCount(name)]);
  return {
    'process.env': { ...env },
    process: { env, cwd, exit, kill, getuid, exitCode, platform, folder: process.cwd() },
    'listeners of process': Object.fromEntries(listeners),
    timers: { isFake: vi.isFakeTimers(), now: Date.now },
    Math: valuesOf(Math),
    console: valuesOf(console),
    globalThis: valuesOf(globalThis),
    running,
  };
}

/** The differences, in the form `process.env: PORT`. */
export function changesBetween(before: ProcessState, after: ProcessState): string[] {
  return Object.keys(before).flatMap((part) => {
    const [was, is] = [before[part] ?? {}, after[part] ?? {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((name) => was[name] !== LAZY && !Object.is(was[name], is[name]))
      .map((name) => `${part}: ${name}`);
  });
}

/** Node replaces many accessors by their value on first read, which does not count as a change. */
const valuesOf = (object: object): StatePart =>
  Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([name]) => !SET_BY_LIBRARIES.test(name))
      .map(([name, { value, get }]) => [name, get ? LAZY : value]),
  );
