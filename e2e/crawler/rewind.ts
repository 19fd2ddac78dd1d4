import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, DatabaseError, type QueryResult } from 'pg';
import type { Product } from '../server.ts';

// Undoes a press's database changes within milliseconds while the server runs: triggers record each changed row, and
// rewinding restores the rows in reverse order, and the files that were removed. The product does not notice.

export interface Rewind {
  /** Restores every changed row. Returns how many had changed, without those that no screen shows. */
  rewind: () => Promise<number>;
  close: () => Promise<void>;
}

/** Finds a pending removal of files. */
const REMOVALS = `SELECT FROM jobs.job WHERE name = 'files' AND state < 'completed' AND start_after <= now() LIMIT 1`;

/** PostgreSQL's error code for a deadlock. */
const DEADLOCK = '40P01';

/** Connects as superuser to the product's embedded database, through its socket. */
export async function openRewind(product: Product): Promise<Rewind> {
  const host = join(product.dataDir, 'postgres', 'socket');
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'waypost' });
  await client.connect();
  // A poll from the previous page may still be running and cause a deadlock. With a shorter timeout than the server's,
  // this connection detects it first, and retries.
  await client.query(`SET deadlock_timeout = '20ms'`);
  const run = async (statements: string): Promise<QueryResult> => {
    try {
      return await client.query(statements);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== DEADLOCK) throw error;
      return run(statements);
    }
  };
  await jobsDone(run);
  await run(INSTALL);
  const files = join(product.dataDir, 'files');
  const copies = await mkdtemp(join(tmpdir(), 'waypost-files-'));
  await cp(files, copies, { recursive: true });
  const rewind = async () => {
    const changed = (await run('SELECT crawler.rewind() AS changed')).rows[0].changed;
    if (changed === 0) return changed;
    // The server removes deleted files later. Wait for that, because a copy restored before would be removed too.
    while ((await run(REMOVALS)).rows.length > 0) await setTimeout(50);
    await cp(copies, files, { recursive: true, force: false });
    return changed;
  };
  const close = async () => {
    await client.end();
    await rm(copies, { recursive: true });
  };
  return { rewind, close };
}

/** Waits for the server's background jobs, because a rewind would undo what they do. */
async function jobsDone(run: (statements: string) => Promise<QueryResult>): Promise<void> {
  // Skip sealing the demo's agreements, which takes more than a minute, unless the full crawl opens one.
  if (process.env.CRAWL !== 'full')
    await run(`DELETE FROM jobs.job WHERE name = 'documents' AND state = 'created'`);
  const due = `SELECT FROM jobs.job WHERE state < 'completed' AND start_after <= now() LIMIT 1`;
  while ((await run(due)).rows.length > 0) await setTimeout(250);
}

const INSTALL = `
DROP SCHEMA IF EXISTS crawler CASCADE;
CREATE SCHEMA crawler;
CREATE TABLE crawler.changes (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, relation regclass NOT NULL, before jsonb, after jsonb
);

CREATE FUNCTION crawler.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO crawler.changes (relation, before, after) VALUES (
    TG_RELID,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END
  );
  RETURN NULL;
END $$;

DO $$
DECLARE relation regclass;
BEGIN
  FOR relation IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format(
      'CREATE TRIGGER zz_crawler AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION crawler.note()',
      relation
    );
  END LOOP;
END $$;

-- Without triggers and foreign keys, because their effects on other rows were recorded as well.
CREATE FUNCTION crawler.rewind() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE change record; keys text; columns text; isShown boolean; changed integer := 0;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR change IN SELECT * FROM crawler.changes ORDER BY n DESC LOOP
    -- No screen shows how often a call was made. A session notes when it was used, which is no change of it.
    isShown := change.relation <> 'tries'::regclass
      AND (change.relation <> 'sessions'::regclass OR change.before IS NULL OR change.after IS NULL);
    changed := changed + isShown::integer;
    IF change.after IS NOT NULL THEN
      SELECT string_agg(format('t.%1$I = o.%1$I', attname), ' AND ') INTO STRICT keys
        FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
        WHERE indrelid = change.relation AND indisprimary;
      EXECUTE format(
        'DELETE FROM %1$s t USING jsonb_populate_record(NULL::%1$s, $1) o WHERE %2$s', change.relation, keys
      ) USING change.after;
    END IF;
    IF change.before IS NOT NULL THEN
      SELECT string_agg(quote_ident(attname), ', ') INTO STRICT columns
        FROM pg_attribute
        WHERE attrelid = change.relation AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      EXECUTE format(
        'INSERT INTO %1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, $1)',
        change.relation, columns
      ) USING change.before;
    END IF;
  END LOOP;
  DELETE FROM crawler.changes;
  RETURN changed;
END $$;
`;
