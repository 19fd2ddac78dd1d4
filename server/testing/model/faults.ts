import type { QueryResult } from 'pg';

/** A fault that is planted between the product and its database. */
export interface Fault {
  /** Statements for the database of all terms. */
  setup?: string;
  /** Changes what is sent. */
  rewrite?(text: string): string;
  /** Changes how it is sent. `plainly` sends it unchanged. */
  around?(sent: Sent, plainly: () => Promise<QueryResult>): Promise<unknown>;
  /** COMMIT counts as done before it is sent. */
  awaitsNoCommit?: boolean;
}

interface Sent {
  text: string;
  /** The arguments of the driver's `query`. */
  args: unknown[];
  send(...args: unknown[]): Promise<unknown>;
}

/** Replaces a part of the matching statements; the part must exist. */
const without =
  (statement: RegExp, part: RegExp, instead = '') =>
  (text: string) =>
    statement.test(text) ? text.replace(part, instead) : text;

/** Twelve faults that the simulation must find, by name. */
export const faults = {
  'the lock on a placement is removed': {
    rewrite: without(/^select .* from "projects" .*for no key update$/s, / for no key update$/),
  },
  'a spot is taken although none is left': {
    setup: 'alter table opportunities drop constraint seats_never_overbooked',
    rewrite: without(
      /^update "opportunities" set "accepted_count"/,
      /"opportunities"\."accepted_count" < "opportunities"\."available_slots"/,
      'true',
    ),
  },
  'a move ignores that the application was moved meanwhile': {
    rewrite: without(
      /^update "applications" set "status"/,
      /and "applications"\."status" = (\$\d+)/,
      'and $1::text is not null',
    ),
  },
  'COMMIT is not awaited': { awaitsNoCommit: true },
  'the session check is cached': cachedSessions(),
  'a refused call is committed': { rewrite: without(/^rollback$/, /rollback/, 'commit') },
  'sessions outlive the approval and the password': {
    rewrite: without(/^delete from "sessions" .*"user_id"/s, /where/, 'where false and'),
  },
  'a decision leaves the approval of the hours': {
    rewrite: without(/^delete from "project_approvals" .*"item" = /s, /where/, 'where false and'),
  },
  'reopening leaves the approval': {
    rewrite: without(/^delete from "project_approvals" .*"item" in /s, /where/, 'where false and'),
  },
  'a student can apply twice': {
    setup: 'alter table applications drop constraint one_application_each',
    rewrite: without(/^insert into "applications"/, /where not exists.* do nothing/s),
  },
  'a deleted file leaves its bytes': {
    rewrite: without(
      /^delete from "files"/,
      /returning "storage_key"/,
      `returning repeat('0', 40) as "storage_key"`,
    ),
  },
  'an offer that was undone stays open': {
    rewrite: without(
      /^update "applications"/,
      /"status" = (?:"applications"\.)?"offered_from"/,
      `"status" = 'Offered'`,
    ),
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

/** Sessions never end, and keep the approval that their holder had at first. */
function cachedSessions(): Fault {
  const known = new Map<string, QueryResult>();
  return {
    around: async ({ text, args, send }, plainly) => {
      const reply = await plainly();
      if (!/\bfrom enter\(/.test(text)) return reply;
      const [, given] = args as [unknown, unknown];
      const values = (given ?? (args[0] as { values: unknown }).values) as [Buffer];
      const token = values[0].toString('hex');
      const cached = known.get(token);
      if (!cached) {
        if (reply.rows.length > 0) known.set(token, reply);
        return reply;
      }
      await send(`select set_config('app.client_id', $1, true)`, [cached.rows[0].client_id]);
      return cached;
    },
  };
}
