// A minimal server process: starts the embedded database in the given folder, and reads and writes rows by
// the commands on its input, one per line. process.ts sends them.
import { createInterface } from 'node:readline';
import { Pool } from 'pg';
import { startEmbedded } from '../src/index.ts';

const options = JSON.parse(process.argv[2] ?? '{}');
const say = (...words: string[]) => process.stdout.write(`${words.join('\t')}\n`);
const log = { info: (line: string) => say('logged', line), warn: (line: string) => say('logged', line) };

try {
  const database = await startEmbedded({ ...options, log });
  const pool = new Pool({ ...database.connection, max: 8 });
  // Without a listener, a broken idle connection would end the process.
  pool.on('error', () => undefined);
  await pool.query('create table if not exists written (id text primary key)');

  createInterface({ input: process.stdin }).on('line', async (order) => {
    const [verb, id] = order.split(' ');
    try {
      if (verb === 'exit') process.exit(0);
      if (verb === 'write') await pool.query('insert into written (id) values ($1)', [id]);
      const { rows } = verb === 'read' ? await pool.query('select id from written') : { rows: [] };
      say('done', order, rows.map((row) => row.id).join(','));
    } catch (error) {
      say('failed', order, String(error));
    }
  });

  process.once('SIGTERM', async () => {
    await pool.end();
    await database.stop();
    process.exit(0);
  });
  say('done', 'start', JSON.stringify(database.connection));
} catch (error) {
  say('failed', 'start', error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
