import { join } from 'node:path';
import { Client, DatabaseError, type QueryResult } from 'pg';
import type { Product } from '../product.ts';

// Undoes a press's database changes within milliseconds, under the running server: triggers record each
// changed row, and rewinding restores the rows in reverse order. The product is not aware of it.

export interface Rewind {
  /** Restores every changed row. Returns how many had changed. */
  rewind: () => Promise<number>;
  close: () => Promise<void>;
}

/** PostgreSQL's error code for a deadlock. */
const DEADLOCK = '40P01';

/** Connects as superuser to the product's embedded database, through its socket. */
export async function openRewind(product: Product): Promise<Rewind> {
  const host = join(product.dataDir, 'postgres', 'socket');
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'waypost' });
  await client.connect();
  // A poll from the previous page may still be running. This connection should detect a deadlock first, and
  // then retry.
  await client.query(`SET deadlock_timeout = '20ms'`);
  const run = async (statements: string): Promise<QueryResult> => {
    try {
      return await client.query(statements);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== DEADLOCK) throw error;
      return run(statements);
    }
  };
  await run(INSTALL);
  const rewind = async () => (await run('SELECT crawler.rewind() AS changed')).rows[0].changed;
  return { rewind, close: () => client.end() };
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
DECLARE change record; keys text; columns text; changed integer := 0;
BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR change IN SELECT * FROM crawler.changes ORDER BY n DESC LOOP
    changed := changed + 1;
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
