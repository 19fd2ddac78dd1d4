import type { Pool } from 'pg';

/** Cached by database, because planning a query over all tables takes longer than running it. */
const digests = new WeakMap<Pool, Promise<string>>();

/**
 * A digest of each table's row versions, for comparing before and after: any update gives a row another version. Without
 * the counts of attempts, which refused calls increase.
 */
export async function everything(owner: Pool): Promise<string> {
  let digest = digests.get(owner);
  if (!digest) {
    digest = digestOf(owner);
    digests.set(owner, digest);
  }
  const { rows } = await owner.query<{ row: string }>({ name: 'everything', text: await digest });
  return rows.map(({ row }) => row).join('\n');
}

async function digestOf(owner: Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'tries' order by 1",
  );
  return rows
    .map(
      ({ name }) =>
        `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtid(ctid) # xmin::text::bigint), 0) as row from "${name}"`,
    )
    .join(' union all ');
}
