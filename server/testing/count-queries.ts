import type { Pool, PoolClient } from 'pg';

/**
 * The statements that `work` runs through this pool, in order: the names of prepared ones, otherwise their
 * texts, and `begin` in every isolation level. For a list, their number must not depend on its length. `expect(await
 * statementsOf(server.database.app, () => server.as(student).call(…))).toHaveLength(4)`.
 */
export async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.set(client, client.query);
    client.query = new Proxy(client.query, {
      apply: (query, self, given) => {
        statements.push(nameOf(given[0]));
        return Reflect.apply(query, self, given);
      },
    });
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return statements;
}

function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement.startsWith('begin') ? 'begin' : statement;
  const { name, text } = statement as { name?: string; text?: string };
  return name ?? text ?? String(statement);
}
