import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../../src/platform/access/passwords.ts';
import { openPools } from '../../src/platform/database/connect.ts';
import { users } from '../../src/platform/database/tables/people.ts';
import type { Mail } from '../../src/platform/outside/mail.ts';
import { openTestDatabase } from '../database.ts';
import { makeFactories } from '../factories.ts';
import { createUnlimitedApp, fakeOutside, TEST_NOW } from '../server.ts';
import { PASSWORD } from './account-moves.ts';
import type { Fault } from './faults.ts';
import { Scheduler } from './scheduler.ts';
import { students, type User } from './state.ts';

/** The sessions that exist at the start of a term, by label: the business and Ada have two browsers. */
export const browsers: Record<string, User> = {
  Ada: 'Ada',
  Ben: 'Ben',
  Cy: 'Cy',
  business: 'business',
  'business 2': 'business',
  admin: 'admin',
  'Ada 2': 'Ada',
  teacher: 'teacher',
  rival: 'rival',
  outsider: 'outsider',
};

/** The links to approve hours that exist at the start of a term, both sent to the business. */
export const hoursLinks = ['hours link', 'hours link 2'];

/** Copied for each term, in the order of their references. */
const TABLES = [
  'settings',
  'schools',
  'programs',
  'focus_areas',
  'reflection_questions',
  'users',
  'files',
  'students',
  'guardians',
  'businesses',
  'business_contacts',
  'opportunities',
];

/** The ids of rows by their names in the model, as browsers and mails have shown them. */
export interface Ids {
  /** Makes an email of this term. */
  term: string;
  client: string;
  opportunity: string;
  users: Partial<Record<string, { id: string; email: string }>>;
  rows: Partial<Record<string, string>>;
  /** The codes that confirm an email, by the action that mailed them. */
  codes: Partial<Record<number, string>>;
  /** The tokens of links. */
  links: Partial<Record<string, string>>;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The application on a separate database, whose statements wait for a scheduler. Terms use it one after another. */
export async function openWorld(fault?: Fault) {
  const database = await openTestDatabase();
  const { owner } = database;
  const { clock, jobs: collected, files: memory, outside: fakes } = fakeOutside(database);
  const made = makeFactories(owner, clock);
  const template = await aTemplate(made);
  const outside = await made.aClient();
  await made.anAdmin({ client: outside, firstName: 'outsider' });
  await owner.query(await copying(owner, template, outside.id));
  if (fault?.setup) await owner.query(fault.setup);

  const pools = openPools(database.reach);
  const scheduler = new Scheduler(owner, fault);
  pools.app.on('connect', (client) => scheduler.attach(client));
  /** The action that wrote the bytes under each key, and the bytes that actions queued for deletion. */
  const stored = { bytes: new Map<string, number>(), deletions: [] as { action: number; key: string }[] };
  const mails: { action: number; mail: Mail }[] = [];
  const jobs = {
    ...collected,
    sendMail: async (_: unknown, mail: Mail) => void mails.push({ action: scheduler.acting, mail }),
    sendMails: async (_: unknown, many: readonly Mail[]) =>
      void mails.push(...many.map((mail) => ({ action: scheduler.acting, mail }))),
    removeFiles: async (_: unknown, keys: readonly string[]) =>
      void stored.deletions.push(...keys.map((key) => ({ action: scheduler.acting, key }))),
  };
  const files = {
    ...memory,
    put: async (key: string) => void stored.bytes.set(key, scheduler.acting),
    remove: async (key: string) => void stored.bytes.delete(key),
  };
  const needs = { ...fakes, jobs, files };
  const app: FastifyInstance = await createUnlimitedApp({ app: pools.app, lists: pools.lists }, needs);
  await app.ready();
  return {
    app,
    outside: needs,
    clock,
    jobs,
    pools,
    scheduler,
    stored,
    /** The mails that an action of this term caused, sent or not. */
    mailOf: (wanted: number) => mails.filter(({ action }) => action === wanted).map(({ mail }) => mail),
    /** A new school system with this number of spots, and of places for people who sign up. */
    begin: async (term: string, { spots, places }: { spots: number; places: number }): Promise<Ids> => {
      clock.moveTo(TEST_NOW);
      jobs.offers.length = 0;
      mails.length = 0;
      stored.bytes.clear();
      stored.deletions.length = 0;
      const { rows } = await owner.query<Pick<Ids, 'client' | 'opportunity' | 'users'>>({
        name: 'begin term',
        text: 'select * from begin_term($1, $2, $3, $4, $5, $6)',
        values: [
          term,
          spots,
          places,
          clock.now(),
          JSON.stringify(tokensOf(term)),
          hoursLinks.map(hashOf(term)),
        ],
      });
      const [begun] = rows;
      if (!begun) throw new Error('the term did not begin');
      const links = Object.fromEntries(hoursLinks.map((label) => [label, tokenOf(term, label)]));
      return { ...begun, term, links, rows: {}, codes: {} };
    },
    close: async () => {
      await app.close();
      await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
      await database.drop();
    },
  };
}

/** The students, two businesses, the teacher and the administrator. */
const PEOPLE = students.length + 4;

/** The token of a session that exists at the start of a term. */
export const tokenOf = (term: string, browser: string) => `${term} ${browser}`.replaceAll(' ', '-');

const hashOf = (term: string) => (label: string) =>
  createHash('sha256').update(tokenOf(term, label)).digest('hex');

const tokensOf = (term: string) =>
  Object.entries(browsers).map(([browser, user]) => ({ user, hash: hashOf(term)(browser) }));

const aGuardian = { name: 'Anne', email: 'anne@home.test', addedBy: 'school', confirmed: true } as const;

/** A school system with everyone approved, which is copied for each term. Their first names are those of the model. */
async function aTemplate(made: ReturnType<typeof makeFactories>): Promise<string> {
  const client = await made.aClient();
  const passwordHash = await hashPassword(PASSWORD);
  const business = await made.aBusiness({ client, firstName: 'business', passwordHash });
  await made.aBusiness({ client, firstName: 'rival', contacts: [] });
  await made.aTeacher({ client, firstName: 'teacher' });
  await made.anAdmin({ client, firstName: 'admin', passwordHash });
  for (const firstName of students) {
    const student = await made.aStudent({ client, firstName, passwordHash, guardians: [aGuardian] });
    const file = await made.aFile(student);
    await made.db.update(users).set({ agreementFileId: file.id }).where(eq(users.id, student.id));
  }
  await made.anOpportunity({ business });
  return client.id;
}

/** `begin_term`: copies the template under ids that its name determines, and creates its sessions. */
async function copying(owner: { query: QueryOf }, template: string, outside: string): Promise<string> {
  const { rows } = await owner.query(`
    select table_name as "table", column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
     order by ordinal_position`);
  const copies = ['clients', ...TABLES].map((table) => {
    const columns = rows.filter((row) => row.table === table);
    const values = columns.map(({ name, type }) => {
      if (name === 'agreement_file_id') return 'null';
      // A small school system reserves none.
      if (name === 'max_users') return `${PEOPLE} + places`;
      if (name === 'available_slots') return 'spots';
      if (type === 'uuid') return idIn(`t.${name}::text || term`);
      return name === 'email' && table === 'users' ? `term || '.' || t.${name}` : `t.${name}`;
    });
    const key = table === 'clients' ? 'id' : 'client_id';
    return `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
      select ${values.join(', ')} from ${table} t where t.${key} = '${template}';`;
  });
  return `
    create function begin_term(term text, spots integer, places integer, at timestamptz, tokens json, links_to_hours text[])
    returns table (client uuid, opportunity uuid, users json) language plpgsql as $$
    #variable_conflict use_column
    begin
      client := ${idIn(`'${template}' || term`)};
      ${copies.join('\n')}
      update users u set agreement_file_id = f.id from files f
       where u.client_id = client and f.client_id = client and f.owner_id = u.id;
      insert into sessions (client_id, user_id, token_hash, created_at, last_seen_at, expires_at)
      select u.client_id, u.id, decode(t.hash, 'hex'), at, at, at + interval '14 days'
        from json_to_recordset(tokens) t ("user" text, hash text)
        join users u on u.client_id in (client, '${outside}') and u.first_name = t."user";
      insert into links (client_id, token_hash, purpose, subject_id, account_id, recipient_email, locale, created_at, expires_at)
      select client, decode(hash, 'hex'), 'hours', u.id, u.id, 'desk@bay.test', 'en', at, at + interval '30 days'
        from unnest(links_to_hours) hash join users u on u.client_id = client and u.first_name = 'business';
      select o.id into opportunity from opportunities o where o.client_id = client;
      select json_object_agg(u.first_name, json_build_object('id', u.id, 'email', u.email)) into users
        from users u where u.client_id = client;
      return next;
    end $$`;
}

/** An id that this text determines. */
const idIn = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

type QueryOf = (text: string) => Promise<{ rows: { table: string; name: string; type: string }[] }>;
