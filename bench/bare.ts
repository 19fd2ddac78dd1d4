import compress from '@fastify/compress';
import fastify from 'fastify';
import { isPassword } from '../server/src/accounts/passwords.ts';
import type { Reach } from '../server/src/database/connect.ts';
import { openPools } from '../server/src/database/connect.ts';

/*
 * The limit: the same HTTP server with the same compression, issuing the same SQL through the same driver and
 * stringifying the rows. No session, no validation, no tenancy, no contract. Run as a process of its own; its
 * parent sends what to replay and is told the port.
 */
export interface Statement {
  text: string;
  values: unknown[];
}
export interface Replay {
  reach: Reach;
  /** By route, the statements that the real call was seen to issue. */
  routes: Record<string, Statement[]>;
  /** What signing in cannot be quicker than: one look at a password's hash. */
  password: { given: string; kept: string };
}

process.once('message', async ({ reach, routes, password }: Replay) => {
  const { owner: pool } = openPools(reach, { owner: 16 });
  const app = fastify();
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], zlibOptions: { level: 4 } });
  for (const [route, statements] of Object.entries(routes)) {
    const named = statements.map(({ text, values }, index) => ({
      name: `${route}_${index}`,
      text,
      values,
      rowMode: 'array' as const,
    }));
    app.get(`/${route}`, async (_, reply) => {
      const rows: unknown[] = [];
      for (const statement of named) rows.push((await pool.query(statement)).rows);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
    });
  }
  app.get('/login', async () => ({ right: await isPassword(password.given, password.kept) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
