import { spawn } from 'node:child_process';

/** Runs a tool to its end. Resolves with everything that it printed; throws if it cannot be started. */
export function runTool(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Tools that find a terminal ask questions or draw over their own lines.
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: cwd },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}
