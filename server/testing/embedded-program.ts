// A server process in small: it starts the embedded database on the folder that it is given, and writes and
// reads rows as its input asks, an order a line. See embedded-process.ts for who asks.
import { createInterface } from 'node:readline';
import { Pool } from 'pg';
import { startEmbedded } from '../src/database/embedded.ts';

const options = JSON.parse(process.argv[2] ?? '{}');
const say = (...words: string[]) => process.stdout.write(`${words.join('\t')}\n`);
const log = { info: (line: string) => say('logged', line), warn: (line: string) => say('logged', line) };

try {
  const database = await startEmbedded({ ...options, log });
  const pool = new Pool({ ...database.connection, max: 8 });
  // A connection that breaks while idle has nobody else to tell.
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
