import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call, ListCall } from '@waypost/contract/call';
import type { Problem } from '@waypost/contract/refusal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeFactories } from '../../../testing/factories.ts';
import { fieldsOfCall, valueAt, withField } from '../../../testing/input-fields.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { SEED } from '../../../testing/rounds.ts';
import { Caller, createUnlimitedApp, fakeOutside, TEST_NOW } from '../../../testing/server.ts';
import { aWorld, type World } from '../../../testing/world.ts';
import { Dice } from '../../demo/random.ts';
import { clockAt } from '../outside/clock.ts';

/*
 * Non-interference: two databases that differ only in one school system's data must send everybody in the other systems
 * byte-for-byte identical replies, whatever they request. `npm run campaign -- worlds` makes many
 * more; the variables WORLDS and SEED set another number and other requests.
 */
const REQUESTS = Number(process.env.WORLDS ?? 800);
/** Requests change their school system, so after this many, a fresh one is used. */
const REQUESTS_OF_ONE = 100;
/** School systems in one pair of databases; the next pair has others. */
const SYSTEMS = 50;

/** These add rows with random ids, which differ between any two databases. */
const random: readonly CallName[] = ['parseImport', 'importStudents'];
const names = (Object.keys(allCalls) as CallName[]).filter((name) => !random.includes(name));
const clock = clockAt(TEST_NOW);

/** The same ids and times in both databases, so that replies can be compared directly. */
const PREDICTABLE = `
  create sequence made;
  grant usage on made to waypost_app;
  create function next_id() returns uuid language sql volatile as $$
    select overlay(overlay(md5('id ' || nextval('made')) placing '4' from 13) placing '8' from 17)::uuid $$;
  do $do$ declare c record; begin
    for c in select table_name, column_name, column_default from information_schema.columns
              where table_schema = 'public' and column_default in ('gen_random_uuid()', 'now()') loop
      execute format('alter table %I alter %I set default %s', c.table_name, c.column_name,
        case c.column_default when 'now()' then quote_literal('${TEST_NOW}') else 'next_id()' end);
    end loop;
  end $do$`;

async function serve(database: TestDatabase) {
  const app = await createUnlimitedApp(database, { ...fakeOutside(database).outside, clock });
  const close = async () => {
    await app.close();
    await database.drop();
  };
  return { app, database, close };
}

/** Two servers on databases that differ in one school system, and the other systems, which are the same in both. */
async function aPair(systems: number) {
  const source = await openTestDatabase();
  await source.owner.query(PREDICTABLE);
  const made = { ...makeFactories(source.owner, clock), clock };
  const other = await aWorld(made);
  const own: (World & { unapproved: { token: string } })[] = [];
  while (own.length < systems) {
    const world = await aWorld(made);
    own.push({ ...world, unapproved: await made.aStudent({ client: world.client, approved: false }) });
  }
  await source.disconnect();
  const { database } = source.reach;
  const one = await serve(await openTestDatabase(database));
  const two = await serve(await openTestDatabase(database));
  await change(two.database, other);
  // Above every id created so far in either.
  for (const side of [one, two]) await side.database.owner.query(`select setval('made', 1000000)`);
  return { one, two, other, own, source };
}

/** Changes nearly everything in the school system, and adds more of it. Its settings are public, so they stay. */
async function change(
  { owner }: TestDatabase,
  { client, teacher, otherOpportunity, project, student }: World,
) {
  const made = makeFactories(owner, clock);
  await owner.query(`delete from users where id = $1`, [teacher.id]);
  await owner.query(`delete from opportunities where id = $1`, [otherOpportunity.id]);
  const { rows } = await owner.query<{ table_name: string; columns: string }>(`
    select table_name, string_agg(format('%1$I = %1$I || '' changed''', column_name), ', ') as columns
      from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'
       and column_name in ('first_name', 'last_name', 'business_name', 'name', 'title', 'question_text', 'text_log',
                           'short_description', 'cover_letter', 'comments') and table_name <> 'settings'
       and table_name in (select table_name from information_schema.columns where column_name = 'client_id')
     group by table_name`);
  for (const { table_name, columns } of rows)
    await owner.query(`update ${table_name} set ${columns} where client_id = $1`, [client.id]);
  const business = await made.aBusiness({ client });
  for (let more = 0; more < 5; more += 1) {
    // With the same names and numbers as those in the other school systems.
    const twin = await made.aStudent({
      client,
      firstName: 'Ada',
      lastName: 'Aaron',
      student: { cellPhone: '(410)555-0100' },
    });
    const opportunity = await made.anOpportunity({ business });
    await made.anApplication({ student: twin, opportunity });
    await made.someHours(await made.aProject({ student: twin, business }));
    await made.aTeacher({ client });
    await made.anAdmin({ client });
  }
  await made.someHours(project);
  await made.aFile(student);
}

const kinds = ['student', 'otherStudent', 'unapproved', 'business', 'teacher', 'admin', 'visitor'] as const;

/** Words and numbers for any field. */
const ordinary = [
  '',
  null,
  0,
  1,
  -1,
  2.5,
  true,
  'a',
  'Ada',
  'Student',
  'Business',
  'All',
  'Open',
  '2026-03-02',
];

const AN_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Known {
  inputs: ReturnType<typeof minimalInputs>;
  othersInputs: ReturnType<typeof minimalInputs>;
  ids: string[];
  words: (typeof ordinary)[number][];
}

/** What someone of a school system knows, who may know ids of another one. */
const knownTo = (world: World, other: World): Known => ({
  inputs: minimalInputs(world),
  othersInputs: minimalInputs(other),
  ids: [...idsOf(world), ...idsOf(other)],
  words: [...ordinary, other.student.email, other.business.businessName],
});

/** A random request. */
function aRequest(dice: Dice, { inputs, othersInputs, ids, ...known }: Known) {
  const name = dice.pick(names);
  const minimal = inputs[name];
  const words = [...known.words, dice.pick(ids)];
  let input: unknown = (dice.chance(0.1) ? othersInputs[name] : minimal).input;
  for (const path of dice.some(fieldsOfCall(name), dice.pick([0, 1, 1, 2]))) {
    // An id is mostly replaced by another one, so that it is looked up.
    const isId = AN_ID.test(String(valueAt(input, path))) && dice.chance(0.9);
    input = withField(input, path, dice.pick(isId ? ids : words));
  }
  const own = minimal.as === 'owner' ? 'admin' : minimal.as;
  return { name, as: dice.chance(0.8) ? own : dice.pick(kinds), input, file: minimal.file };
}

const idsOf = (world: World): string[] =>
  Object.values(world).flatMap((row) => (typeof row === 'object' && 'id' in row ? [row.id] : []));

/** The comparable part of a reply, without random values: the code of an audit trail, a calendar's secret address. */
async function contentOf(reply: Response) {
  const text = await reply.text();
  return {
    status: reply.status,
    total: reply.headers.get('x-total-count'),
    cookies: reply.headers.getSetCookie().map((line) => line.split('=')[0]),
    text: text.replace(/\b[0-9a-f]{64}\b/g, 'hash').replace(/\/[\w-]{43}\.ics/g, '/token.ics'),
  };
}

/** What a reply contains beyond the contract; null if nothing. */
function undeclared(name: CallName, input: unknown, { status, text }: { status: number; text: string }) {
  const call = allCalls[name] as Call & Partial<ListCall>;
  if (status >= 400) {
    const known: (keyof Problem)[] = ['type', 'title', 'status', 'detail', 'errors'];
    return Object.keys(JSON.parse(text)).find((field) => !known.includes(field as keyof Problem)) ?? null;
  }
  if (call.carries === 'bytes') return null;
  const isWhole = call.whole && !Object(input).limit;
  const schema = isWhole && call.whole ? call.whole.array() : call.reply;
  // A schema keeps only the fields that it names.
  return JSON.stringify(schema.parse(JSON.parse(text))).length < text.length ? text : null;
}

let pair: Awaited<ReturnType<typeof aPair>> | undefined;
const closePair = async () => {
  await Promise.all([pair?.one.close(), pair?.two.close()]);
  await pair?.source.drop();
  pair = undefined;
};
afterAll(closePair);
beforeAll(() => void clock.moveTo(TEST_NOW));

test(
  "another school system's data changes no byte of a reply, and no reply fails or contains undeclared fields",
  async () => {
    const statuses: Record<number, number> = {};
    for (let done = 0; done < REQUESTS; done += REQUESTS_OF_ONE) {
      const index = (done / REQUESTS_OF_ONE) % SYSTEMS;
      if (index === 0) {
        await closePair();
        pair = await aPair(Math.min(SYSTEMS, Math.ceil((REQUESTS - done) / REQUESTS_OF_ONE)));
      }
      const world = pair?.own[index];
      if (!pair || !world) throw new Error('there is another school system for each hundred requests');
      const dice = new Dice(SEED + done);
      const known = knownTo(world, pair.other);
      const people = [...kinds, 'owner' as const].map((kind) => {
        const token = kind === 'visitor' ? undefined : world[kind].token;
        return [kind, [pair?.one, pair?.two].map((side) => new Caller(side?.app ?? '', token))] as const;
      });
      const callers = new Map(people);
      for (let request = 0; request < REQUESTS_OF_ONE; request += 1) {
        const { name, as, input, file } = aRequest(dice, known);
        const [here, there] = await Promise.all(
          (callers.get(as) ?? []).map(async (caller) =>
            contentOf(await caller.send(allCalls[name] as Call, input, file)),
          ),
        );
        if (!here || !there) throw new Error('both answer');
        const asked = { seed: SEED + done, request, name, as, input };
        expect({ asked, ...there }).toEqual({ asked, ...here });
        expect([asked, here.status, here.text]).toEqual([asked, expect.toSatisfy(isNoFailure), here.text]);
        expect([asked, undeclared(name, input, here)]).toEqual([asked, null]);
        statuses[here.status] = (statuses[here.status] ?? 0) + 1;
      }
    }
    if (process.env.WORLDS) console.log(`${REQUESTS} requests from seed ${SEED}, by status:`, statuses);
    expect(statuses[200]).toBeGreaterThan(REQUESTS / 5);
  },
  REQUESTS * 500,
);

const isNoFailure = (status: number) => status < 500;
