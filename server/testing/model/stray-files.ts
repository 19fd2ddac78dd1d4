import type { World } from './world.ts';

/** The actions of a term that succeeded, and those that may have, because their reply was lost. */
interface Ended {
  succeeded: ReadonlySet<number>;
  lost: ReadonlySet<number>;
}

/** Uploads whose row and bytes do not match at the end of a term. */
export async function findStrays(world: World, client: string, ended: Ended): Promise<string[]> {
  const { rows } = await world.pools.owner.query<{ name: string; key: string }>({
    name: 'uploads of term',
    text: `select name, storage_key as key from files where client_id = $1 and name like 'file %'`,
    values: [client],
  });
  const { bytes, deletions } = world.stored;
  const keys = new Set(rows.map(({ key }) => key));
  const deletedBy = (actions: ReadonlySet<number>) =>
    new Set(deletions.filter(({ action }) => actions.has(action)).map(({ key }) => key));
  const deleted = deletedBy(ended.succeeded);
  // The deletion was queued only if its transaction was committed, which also deleted the row.
  const mayBeDeleted = deletedBy(ended.lost);
  const withoutBytes = rows.filter(({ key }) => !bytes.has(key) || deleted.has(key));
  const withoutRow = [...bytes].filter(
    // An upload whose reply was lost keeps its bytes in case its row was committed. A job deletes them later.
    ([key, action]) =>
      !keys.has(key) && !deleted.has(key) && !mayBeDeleted.has(key) && !ended.lost.has(action),
  );
  return [
    ...withoutBytes.map(({ name }) => `${name} has no bytes`),
    ...withoutRow.map(([, action]) => `the bytes of upload #${action} have no row`),
  ];
}
