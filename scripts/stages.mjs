// Runs the stages of `npm test` and records how long they take.
import { spawn } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

const times = [];

/**
 * The path of an installed package's command. Not npx, which would download a stranger's package of that name if ours is
 * not installed.
 */
export const commandOf = (name) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

/** Runs a command and shows its output. Resolves with its exit code. */
export async function run(name, command, args, environment = {}) {
  console.log(`\n== ${name}`);
  const ended = clock(name);
  const { code } = await start(command, args, environment, 'inherit');
  console.log(`== ${name}: ${ended(code)}`);
  return code;
}

/**
 * Runs `[name, command, args, environment]` in parallel, one on each core, and shows the output only of failures. Resolves
 * with each one's name, exit code and output.
 */
export async function runTogether(title, commands) {
  console.log(`\n== ${title}`);
  const allEnded = clock(title);
  const ended = [];
  const queue = [...commands.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, [name, command, args, environment = {}]] = next;
      const began = performance.now();
      const { code, output } = await start(command, args, environment, 'pipe');
      ended[index] = { name, code, output };
      console.log(`${code === 0 ? 'passed' : 'FAILED'} in ${seconds(performance.now() - began)}: ${name}`);
      if (code !== 0) console.log(output);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  console.log(`== ${title}: ${allEnded(ended.find(({ code }) => code !== 0)?.code ?? 0)}`);
  return ended;
}

/** A table of all stages so far: how long each took, and for how long the cores worked meanwhile. */
export function timesOfStages() {
  const line = (time, cpu, name) => `${time.padStart(8)}  ${cpu.padStart(8)}  ${name}`;
  return [
    '',
    line('time', 'CPU', 'stage'),
    ...times.map(({ name, took, worked }) => line(seconds(took), seconds(worked), name)),
  ];
}

function clock(name) {
  const began = performance.now();
  const before = work();
  return (code) => {
    const took = performance.now() - began;
    times.push({ name, took, worked: work() - before });
    return `${code === 0 ? 'passed' : 'FAILED'} in ${seconds(took)}`;
  };
}

/**
 * The time for which the cores have worked, in milliseconds. Also for other programs: a database or a browser outlives the
 * process that started it, so what children used would leave out most of it.
 */
const work = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);

const seconds = (milliseconds) => `${Math.round(milliseconds / 1000)} s`;

function start(command, args, environment, stdio) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio, env: { ...process.env, ...environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
