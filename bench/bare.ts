import compress from '@fastify/compress';
import fastify from 'fastify';
import type { PoolClient } from 'pg';
import { COMPRESSION } from '../server/src/app.ts';
import { isPassword } from '../server/src/platform/access/passwords.ts';
import type { Reach } from '../server/src/platform/database/connect.ts';
import { openPools } from '../server/src/platform/database/connect.ts';

/*
 * The baseline: the same HTTP server with the same compression sends the same SQL through the same driver and
 * stringifies the rows. No session, validation, tenancy or contract; writes use one transaction. Runs as a
 * separate process. Its parent sends what to replay and receives the port.
 */
export interface Statement {
  /** Set if the statement is prepared. */
  name?: string;
  text: string;
  values: unknown[];
}
export interface Route {
  /** The statements recorded from the real call; those of one round trip are sent together. */
  trips: Statement[][];
  writes: boolean;
  /**
   * The id in the statements, and others to use instead, one after another, so that no row is requested
   * twice.
   */
  among?: { named: string; alike: string[] };
}
export interface Replay {
  reach: Reach;
  routes: Record<string, Route>;
  /** The lower bound for signing in: verifying one password hash. */
  password: { given: string; kept: string };
}

type BareQuery = (client: PoolClient, id: string | undefined) => Promise<unknown[]>;

process.once('message', async ({ reach, routes, password }: Replay) => {
  const { owner: pool } = openPools(reach, { owner: 16 });
  const app = fastify();
  await app.register(compress, COMPRESSION);
  for (const [name, { trips, writes, among }] of Object.entries(routes)) {
    const asked = trips.map((trip, index) => ask(trip, `${name}_${index}`, among?.named));
    let turn = 0;
    app.get(`/${name}`, async (_, reply) => {
      const id = among?.alike[turn++ % among.alike.length];
      const client = await pool.connect();
      const rows: unknown[] = [];
      try {
        for (const [index, trip] of asked.entries()) {
          const begun = writes && index === 0 ? client.query('begin') : null;
          rows.push(...(await trip(client, id)));
          await begun;
        }
        if (writes) await client.query('commit');
      } finally {
        client.release();
      }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows));
    });
  }
  app.get('/login', async () => ({ right: await isPassword(password.given, password.kept) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});

function ask(trip: Statement[], name: string, named: string | undefined): BareQuery {
  const statements = trip.map(({ text, values }, index) => ({
    name: `${name}_${index}`,
    text,
    values,
    rowMode: 'array' as const,
  }));
  return async (client, id) => {
    const results = await Promise.all(
      statements.map((statement) =>
        client.query(
          id === undefined
            ? statement
            : { ...statement, values: statement.values.map((value) => (value === named ? id : value)) },
        ),
      ),
    );
    return results.map(({ rows }) => rows);
  };
}
