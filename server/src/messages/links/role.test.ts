import type { LinkPurpose } from '@waypost/contract/messages/links/rules';
import { linkPurposes } from '@waypost/contract/messages/links/rules';
import { beforeAll, expect, test } from 'vitest';
import { aLinkedPlacement, aSentAgreement, OWEN } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { asLink } from '../../platform/access/link-tenant.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { agreementSignatures } from '../../platform/database/tables/agreements.ts';

/* Tests the role behind a link in SQL: which rows each purpose's token can access, whatever the statement. */
const server = startTestServer();

type Placement = Awaited<ReturnType<typeof aLinkedPlacement>>;
let mine: Placement;
let tokens: Record<LinkPurpose, string>;

beforeAll(async () => {
  const client = await server.aClient();
  mine = await aLinkedPlacement(server, { client });
  tokens = {
    hours: await mine.issue('hours'),
    evaluation: await mine.issue('evaluation'),
    sign: await mine.issue('sign'),
    consent: await mine.issue('consent'),
    supervisor: await mine.issue('supervisor', OWEN),
    progress: await mine.issue('progress'),
  };
  const { id: agreementId, clientId, textHash } = mine.agreement;
  await server.db.insert(agreementSignatures).values({
    clientId,
    agreementId,
    party: 'student',
    signerName: 'Ada',
    method: 'account',
    textHash,
    signedOn: '2026-03-04',
    recordedAt: server.clock.now(),
  });
  // An earlier version of the same agreement, and that of another placement of the same student.
  await aSentAgreement(server, mine.project, { version: 2, status: 'void' });
  const { student, business } = mine;
  await aSentAgreement(server, await server.aProject({ student, business }));
  // What must not be accessible: another intern of the same business without pending hours, another business, another
  // client.
  const idle = await server.aProject({ business: mine.business });
  await server.someHours(idle, { businessApproved: 1, decidedAt: new Date('2026-01-01T00:00:00Z') });
  await server.someHours(mine.project, { businessApproved: 1, decidedAt: new Date('2026-01-01T00:00:00Z') });
  await server.anEvaluation(mine.project, { createdAt: new Date('2026-01-01T00:00:00Z') });
  await aLinkedPlacement(server, { client });
  await aLinkedPlacement(server);
  await server.anAdmin({ client });
});

const withToken = <T>(token: string, work: (tx: Tx, link: LinkCaller | null) => Promise<T>) =>
  asLink(server.database.app, hashSecret(token), server.clock.now(), work);

/** Whether a statement fails for lack of privileges. */
const refusalOf = (token: string, text: string, values: unknown[] = []) =>
  withToken(token, ({ client }) => client.query(text, values)).then(
    ({ rowCount }) => rowCount ?? 0,
    (error: { code?: string }) => error.code ?? String(error),
  );

const allTables = async () =>
  (
    await server.database.owner.query<{ name: string; id: string | null; column: string }>(`
    select t.table_name as name,
           (select column_name from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name
             and c.column_name in ('id', 'client_id', 'project_id', 'key', 'code') order by c.column_name = 'id' desc limit 1) as id
      from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`)
  ).rows;

/** Every row that a token can access in any table: its id, or the count if the table has none. */
async function reachedBy(token: string): Promise<Record<string, unknown[]>> {
  const reached: Record<string, unknown[]> = {};
  for (const { name, id } of await allTables()) {
    if (id === null) continue;
    const rows = await withToken(
      token,
      async ({ client }) => (await client.query(`select ${id} as id from ${name}`)).rows,
    ).catch((error: { code: string }) => {
      if (error.code !== '42501') throw error;
      return [];
    });
    if (rows.length > 0) reached[name] = rows.map((row: { id: unknown }) => row.id).sort();
  }
  return reached;
}

test('a token for hours accesses its business, the interns with pending hours, and those hours', async () => {
  const { business, student, opportunity, project, hours } = mine;
  expect(await reachedBy(tokens.hours)).toEqual({
    hour_entries: [hours.id],
    opportunities: [opportunity.id],
    projects: [project.id],
    users: [business.id, student.id].sort(),
  });
});

test('only a token for hours reads what surrounds pending hours, of its own interns', async () => {
  const { rows: own } = await server.database.owner.query(
    'select id from hour_entries where project_id = $1 order by id',
    [mine.project.id],
  );
  const surroundings = [own, [{ project_id: mine.project.id }]];
  for (const purpose of linkPurposes)
    expect(
      await withToken(tokens[purpose], async ({ client }) => [
        (await client.query('select id from counted_of_hours_link() order by id')).rows,
        (await client.query('select project_id from days_of_hours_link()')).rows,
      ]),
      purpose,
    ).toEqual(purpose === 'hours' ? surroundings : [[], []]);
});

test('a token for an evaluation accesses one placement, its two people and the last answers', async () => {
  const { business, student, opportunity, project } = mine;
  const { rows: asked } = await server.database.owner.query(
    'select id from evaluation_questions where client_id = $1 order by id',
    [mine.client.id],
  );
  const { rows: answered } = await server.database.owner.query(
    'select id from evaluations where project_id = $1',
    [project.id],
  );
  expect(await reachedBy(tokens.evaluation)).toEqual({
    ...(asked.length > 0 && { evaluation_questions: asked.map(({ id }) => id) }),
    evaluations: answered.map(({ id }) => id),
    opportunities: [opportunity.id],
    projects: [project.id],
    users: [business.id, student.id].sort(),
  });
});

test('a token to sign accesses one version of one agreement, its signatures, placement and student', async () => {
  const { student, project, agreement, client } = mine;
  const reached = {
    agreements: [agreement.id],
    agreement_signatures: [client.id],
    projects: [project.id],
    users: [student.id],
  };
  // A guardian's part ends with the student's eighteenth birthday.
  expect(await reachedBy(tokens.sign)).toEqual({ ...reached, students: [client.id] });
  expect(await reachedBy(await mine.issue('sign', OWEN))).toEqual(reached);
});

test('a token to confirm the supervisor accesses the placement and its student, and adds only a confirmation', async () => {
  const { student, project, opportunity, client } = mine;
  expect(await reachedBy(tokens.supervisor)).toEqual({
    opportunities: [opportunity.id],
    projects: [project.id],
    users: [student.id],
  });
  const other = await aLinkedPlacement(server, { client });
  for (const [projectId, email] of [
    [other.project.id, OWEN],
    [project.id, 'eve@bay.test'],
  ] as const)
    expect(
      await refusalOf(
        tokens.supervisor,
        `insert into supervisor_confirmations (client_id, project_id, email, name, confirmed_at)
           values ($1, $2, $3, 'Eve', now())`,
        [client.id, projectId, email],
      ),
    ).toBe('42501');
  expect(await refusalOf(tokens.supervisor, 'update projects set supervisor_id = null')).toBe('42501');
});

test('a token to consent accesses only the student, and adds only a decision about them', async () => {
  const { student, client } = mine;
  expect(await reachedBy(tokens.consent)).toEqual({ students: [client.id], users: [student.id] });
  const insert = (studentId: string, method: string, decision = 'given') =>
    refusalOf(
      tokens.consent,
      `insert into consents (client_id, student_id, decision, method, name, decided_on, recorded_at)
         values ($1, $2, $4, $3, 'Eve', '2026-03-04', now())`,
      [client.id, studentId, method, decision],
    );
  const other = await server.aStudent({ client });
  expect(await insert(other.id, 'link')).toBe('42501');
  expect(await insert(student.id, 'paper')).toBe('42501');
  expect(await insert(student.id, 'link', 'withdrawn')).toBe('42501');
  for (const column of ['student_id', 'gender', 'home_phone'])
    expect(await refusalOf(tokens.consent, `select ${column} from students`)).toBe('42501');
});

test('a token for progress accesses no row, only the facts about its placement, without the text of a draft', async () => {
  expect(await reachedBy(tokens.progress)).toEqual({});
  const factsBy = (token: string) =>
    withToken(token, async ({ client }) => {
      const { rows } = await client.query('select progress_of_link() as found');
      return rows[0]?.found;
    });
  const found = await factsBy(tokens.progress);
  expect(found).toMatchObject({
    client_id: mine.client.id,
    project_id: mine.project.id,
    title: 'Boat builder',
  });
  expect(Object.keys(found)).not.toContain('draft');
  expect(JSON.stringify(found)).not.toMatch(/Sands|@|Anne|Eve/);
  for (const purpose of linkPurposes)
    if (purpose !== 'progress') expect(await factsBy(tokens[purpose]), purpose).toBeNull();
  expect(
    await refusalOf(tokens.progress, 'select placement_facts($1, $2)', [mine.client.id, mine.project.id]),
  ).toBe('42501');
  const other = await aLinkedPlacement(server, { client: mine.client });
  for (const [setting, value] of [
    ['app.client_id', other.client.id],
    ['app.link', 'f'.repeat(64)],
  ])
    expect(
      await withToken(tokens.progress, async ({ client }) => {
        await client.query('select set_config($1, $2, true)', [setting, value]);
        return (await client.query('select progress_of_link() as found')).rows[0]?.found;
      }),
      setting,
    ).toEqual(setting === 'app.link' ? null : found);
});

test('only a token for an evaluation reads what that evaluation starts with', async () => {
  const startBy = (token: string) =>
    withToken(
      token,
      async ({ client }) => (await client.query('select * from evaluation_start_of_link()')).rows,
    );
  const found = await startBy(tokens.evaluation);
  // Its own placement alone, though the business has others, and of it nothing but what the form starts with.
  expect(found).toEqual([
    {
      client_id: mine.client.id,
      student_id: mine.student.id,
      business_id: mine.business.id,
      supervisor: expect.any(String),
      internship_facilitator: expect.any(String),
      contact_phone: expect.any(String),
    },
  ]);
  const other = await aLinkedPlacement(server, { client: mine.client });
  expect(await startBy(await other.issue('evaluation'))).toMatchObject([{ business_id: other.business.id }]);
  for (const purpose of linkPurposes)
    if (purpose !== 'evaluation') expect(await startBy(tokens[purpose]), purpose).toEqual([]);
  const values = [mine.client.id, mine.project.id];
  expect(await refusalOf(tokens.evaluation, 'select evaluation_start($1, $2)', values)).toBe('42501');
});

test.each([
  [
    'was not confirmed',
    `update guardians set confirmed = false where email = 'anne@home.test' and student_id = $1`,
  ],
  [
    'may no longer sign',
    `update guardians set may_sign = false where email = 'anne@home.test' and student_id = $1`,
  ],
  [
    'has another address',
    `update guardians set email = 'other@home.test' where email = 'anne@home.test' and student_id = $1`,
  ],
  ['is no longer on file', `delete from guardians where email = 'anne@home.test' and student_id = $1`],
])('a token to sign or consent accesses nothing once its recipient %s', async (_, statement) => {
  const other = await aLinkedPlacement(server, { client: mine.client });
  const [sign, consent] = [await other.issue('sign'), await other.issue('consent')];
  expect(Object.keys(await reachedBy(sign))).toContain('agreements');
  expect(Object.keys(await reachedBy(consent))).toContain('students');
  await server.database.owner.query(statement, [other.student.id]);
  for (const token of [sign, consent]) expect(await reachedBy(token)).toEqual({});
});

const SAM = 'sam@bay.test';

/** Another placement, supervised by Sam, who was asked to evaluate, as was the business. */
async function anAskedSupervisor() {
  const other = await aLinkedPlacement(server, { client: mine.client });
  await server.database.owner.query(
    `with sam as (
       insert into business_contacts (client_id, business_id, ordinal, name, email, roles)
       values ($1, $2, 9, 'Sam Reed', $4, '{supervisor}') returning id)
     update projects set supervisor_id = (select id from sam) where id = $3`,
    [mine.client.id, other.business.id, other.project.id, SAM],
  );
  return { ...other, sams: await other.issue('evaluation', SAM.toUpperCase()) };
}

const NO_LONGER_SUPERVISES: [string, string][] = [
  [
    'supervises it no longer',
    `update projects set supervisor_id = (select id from business_contacts where business_id = $1 and ordinal = 5)
      where business_id = $1`,
  ],
  [
    'is no longer on file',
    `with freed as (update projects set supervisor_id = null where business_id = $1)
     delete from business_contacts where business_id = $1 and ordinal = 9`,
  ],
  [
    'has another address',
    `update business_contacts set email = 'other@bay.test' where business_id = $1 and ordinal = 9`,
  ],
];

test.each(NO_LONGER_SUPERVISES)(
  'a token to evaluate accesses nothing once the supervisor %s',
  async (_, statement) => {
    const { business, project, sams, issue } = await anAskedSupervisor();
    const own = await issue('evaluation');
    expect((await reachedBy(sams)).projects).toEqual([project.id]);
    await server.database.owner.query(statement, [business.id]);
    expect(await reachedBy(sams)).toEqual({});
    expect(await refusalOf(sams, insertEvaluation, [mine.client.id, project.id])).toBe('42501');
    // The business's own link does not depend on the supervisor.
    expect((await reachedBy(own)).projects).toEqual([project.id]);
  },
);

/** A business with two interns with pending hours, of whom Sam supervises the first, and a token for Sam's. */
async function aSupervisorOfHours() {
  const one = await anAskedSupervisor();
  const project = await server.aProject({ business: one.business });
  const hours = await server.someHours(project, { createdAt: server.clock.now() });
  const sams = await one.issue('hours', SAM, SAM.toUpperCase());
  return { ...one, sams, unsupervised: { project, hours } };
}

test('a supervisor’s token for hours accesses only the placements that the address supervises', async () => {
  const { business, student, opportunity, project, hours, sams, unsupervised, issue } =
    await aSupervisorOfHours();
  expect(await reachedBy(sams)).toEqual({
    hour_entries: [hours.id],
    opportunities: [opportunity.id],
    projects: [project.id],
    users: [business.id, student.id].sort(),
  });
  const approve = 'update hour_entries set business_approved = 1, decided_at = now()';
  expect(await refusalOf(sams, `${approve} where id = $1`, [unsupervised.hours.id])).toBe(0);
  expect(await refusalOf(sams, approve)).toBe(1);
  // The business's own token, or that of a colleague whom it was passed on to, accesses both.
  const all = [project.id, unsupervised.project.id].sort();
  for (const email of [business.email, 'alan@bay.test'])
    expect((await reachedBy(await issue('hours', email))).projects).toEqual(all);
  expect((await reachedBy(await issue('hours', 'alan@bay.test', SAM))).projects).toEqual([project.id]);
});

test.each<[string, string]>([
  ...NO_LONGER_SUPERVISES,
  [
    'supervises one that has ended',
    `update projects set business_status = 'terminated' where business_id = $1`,
  ],
  ['is at a business that is no longer approved', 'update users set approved = false where id = $1'],
])('a supervisor’s token for hours accesses nothing once the supervisor %s', async (_, statement) => {
  const { business, project, sams, unsupervised } = await aSupervisorOfHours();
  await server.database.owner.query(statement, [business.id]);
  expect(await reachedBy(sams)).toEqual({});
  const approve =
    'update hour_entries set business_approved = 1, decided_at = now() where project_id = any($1)';
  expect(await refusalOf(sams, approve, [[project.id, unsupervised.project.id]])).toBe(0);
});

test('a supervisor’s token for hours loses one of two placements once someone else supervises it', async () => {
  const { business, project, sams, unsupervised } = await aSupervisorOfHours();
  const supervise = `update projects set supervisor_id = (
    select id from business_contacts where business_id = $1 and ordinal = $3) where id = $2`;
  await server.database.owner.query(supervise, [business.id, unsupervised.project.id, 9]);
  expect((await reachedBy(sams)).projects).toEqual([project.id, unsupervised.project.id].sort());
  await server.database.owner.query(supervise, [business.id, project.id, 5]);
  expect((await reachedBy(sams)).projects).toEqual([unsupervised.project.id]);
});

test('a token to evaluate accesses nothing for a stranger or a former colleague, nor once the business is not approved', async () => {
  const { business, project, sams, issue } = await anAskedSupervisor();
  for (const email of ['eve@bay.test', OWEN]) {
    const token = await issue('evaluation', email);
    expect(await reachedBy(token), email).toEqual({});
    expect(await refusalOf(token, insertEvaluation, [mine.client.id, project.id])).toBe('42501');
  }
  const alans = await issue('evaluation', 'alan@bay.test');
  expect(await reachedBy(alans)).toEqual({});
  const passOn = `update links set passed_on_to = 'Alan', passed_on_email = 'Alan@bay.test', revoked_at = now()
                   where token_hash = $1`;
  // Passing on another purpose's link makes nobody an evaluator.
  await server.database.owner.query(passOn, [hashSecret(await issue('supervisor', SAM))]);
  expect(await reachedBy(alans)).toEqual({});
  await server.database.owner.query(passOn, [hashSecret(await issue('evaluation', SAM))]);
  expect((await reachedBy(alans)).projects).toEqual([project.id]);
  await server.database.owner.query('update users set approved = false where id = $1', [business.id]);
  for (const token of [alans, sams]) expect(await reachedBy(token)).toEqual({});
});

test('a token to sign signs only for its own party, by link, and changes nothing else', async () => {
  const signature = (party: string, method: string) =>
    refusalOf(
      tokens.sign,
      `insert into agreement_signatures (client_id, agreement_id, party, signer_name, method, text_hash, signed_on, recorded_at)
         select $1, $2, $3, 'Eve', $4, 'f', '2026-03-04', now()`,
      [mine.agreement.clientId, mine.agreement.id, party, method],
    );
  for (const [party, method] of [
    ['business', 'link'],
    ['school', 'link'],
    ['guardian', 'account'],
    ['guardian', 'paper'],
  ] as const)
    expect(await signature(party, method), `${party} ${method}`).toBe('42501');
  for (const statement of [
    `update agreements set status = 'void'`,
    `update agreements set status = 'draft'`,
    `update agreements set text = 'Anything'`,
    `update agreements set expires_at = now()`,
    `update agreement_signatures set signer_name = 'Eve'`,
  ])
    expect(await refusalOf(tokens.sign, statement), statement).toBe('42501');
});

test('where a code is required, a token signs and consents only with the typed code', async () => {
  const other = await aLinkedPlacement(server);
  const { clientId, id, textHash } = other.agreement;
  const [sign, consent] = [await other.issue('sign'), await other.issue('consent')];
  const set = (text: string, values: unknown[]) => server.database.owner.query(text, values);
  await set(
    `insert into settings (client_id, second_proof) values ($1, true)
       on conflict (client_id) do update set second_proof = true`,
    [clientId],
  );
  const signs = (proof: string | null, to: string) =>
    refusalOf(
      sign,
      `insert into agreement_signatures (client_id, agreement_id, party, signer_name, method, text_hash, signed_on,
           recorded_at, proof, proof_to)
         values ($1, $2, 'guardian', 'Eve', 'link', $3, '2026-03-04', now(), $4, $5)`,
      [clientId, id, textHash, proof, to],
    );
  const decides = (decision: string, proof: string | null, to = '') =>
    refusalOf(
      consent,
      `insert into consents (client_id, student_id, decision, method, name, decided_on, recorded_at, proof, proof_to)
         values ($1, $2, $3, 'link', 'Eve', '2026-03-04', now(), $4, $5)`,
      [clientId, other.student.id, decision, proof, to],
    );
  const refused = async () => [
    await signs(null, ''),
    await signs('email', 'a•••@work.test'),
    await decides('given', null),
    await decides('given', 'email', 'a•••@work.test'),
  ];
  expect(await refused()).toEqual(['42501', '42501', '42501', '42501']);
  await set(
    `insert into link_codes (client_id, account_id, email, salt, code_hash, proof, proof_to, expires_at)
       values ($1, $2, 'anne@home.test', '', '', 'email', 'a•••@work.test', now())`,
    [clientId, other.student.id],
  );
  expect(await refused()).toEqual(['42501', '42501', '42501', '42501']);
  await set('update link_codes set verified_at = now() where client_id = $1', [clientId]);
  expect(await signs(null, '')).toBe('42501');
  expect(await signs('phone', '•••-0100')).toBe('42501');
  expect(await signs('email', 'a•••@work.test')).toBe(1);
  expect(await decides('given', 'email', 'a•••@work.test')).toBe(1);
  expect(await decides('refused', null)).toBe(1);
});

test.each(linkPurposes)('a token for %s reads only the columns that its page needs', async (purpose) => {
  const token = tokens[purpose];
  for (const column of ['email', 'password_hash', 'street', 'lat', 'muted_mail'])
    expect(await refusalOf(token, `select ${column} from users`), column).toBe('42501');
  for (const [table, column] of [
    ['evaluations', 'comments'],
    ['evaluations', 'contact_phone'],
    ['projects', 'final_summary'],
    ['opportunities', 'full_description'],
    ['links', 'token_hash'],
    ['audit_entries', 'details'],
    ['sessions', 'token_hash'],
    ['agreements', 'terms'],
    ['agreements', 'closed_reason'],
    ['agreement_signatures', 'signer_name'],
    ['guardians', 'name'],
    ['business_contacts', 'email'],
    ['consents', 'name'],
    ['link_codes', 'code_hash'],
    ['guardians', 'code_email'],
    ['project_reflections', 'answer_text'],
    ['settings', 'hours_before_signed'],
    ['project_returns', 'reason'],
  ])
    expect(await refusalOf(token, `select ${column} from ${table}`), `${table}.${column}`).toBe('42501');
});

test.each(linkPurposes)('a token for %s writes no row outside its purpose', async (purpose) => {
  const before = await everything();
  const token = tokens[purpose];
  for (const { name } of await allTables()) {
    expect(await refusalOf(token, `delete from ${name}`), name).toSatisfy(
      (outcome) => outcome === '42501' || outcome === 0,
    );
    expect(await refusalOf(token, `insert into ${name} default values`), name).toSatisfy(
      // 23502: the insert is permitted, but a required column is missing.
      (outcome) => outcome === '42501' || outcome === '23502',
    );
  }
  for (const statement of [
    `update projects set business_status = 'completed'`,
    'update hour_entries set total_hours = 99',
    `update hour_entries set business_approved = 0, decided_at = now() where business_approved <> 0`,
    `update users set first_name = 'Eve'`,
    `update evaluations set supervisor = 'Eve'`,
    `insert into evaluation_ratings (client_id, evaluation_id, ordinal, evaluation_question_id, question_text, rating)
       select client_id, id, 9, id, 'Why?', 'Effective' from evaluations`,
  ])
    expect(await refusalOf(token, statement), statement).toSatisfy(
      (outcome) => outcome === '42501' || outcome === 0,
    );
  if (purpose !== 'evaluation')
    expect(await refusalOf(token, insertEvaluation, [mine.client.id, mine.project.id])).toBe('42501');
  if (purpose !== 'hours')
    expect(await refusalOf(token, 'update hour_entries set business_approved = 1, decided_at = now()')).toBe(
      0,
    );
  if (purpose !== 'sign') expect(await refusalOf(token, `update agreements set status = 'declined'`)).toBe(0);
  expect(await everything()).toEqual(before);
});

test('a token for an evaluation adds none to another placement or client', async () => {
  const other = await aLinkedPlacement(server, { client: mine.client });
  const elsewhere = await aLinkedPlacement(server);
  for (const { client, project } of [other, elsewhere])
    expect(await refusalOf(tokens.evaluation, insertEvaluation, [client.id, project.id])).toBe('42501');
});

test('setting another purpose, link, client or subject gives access to nothing more', async () => {
  const other = await aLinkedPlacement(server, { client: mine.client });
  for (const purpose of linkPurposes) {
    const before = await reachedBy(tokens[purpose]);
    for (const [setting, value] of [
      ['app.client_id', other.client.id],
      ['app.link', other.business.id],
      ['app.link', 'f'.repeat(64)],
    ] as const) {
      const ids = await withToken(tokens[purpose], async ({ client }) => {
        await client.query('select set_config($1, $2, true)', [setting, value]);
        return (await client.query('select id from projects')).rows.map(({ id }) => id);
      }).catch((error: { code: string }) => error.code);
      if (setting === 'app.client_id') expect(ids).toEqual(before.projects ?? []);
      else expect(ids).toSatisfy((outcome) => outcome === '22023' || outcome.length === 0);
    }
  }
});

test.each(['revoked_at', 'done_at', 'expires_at'])(
  'a link with %s in the past accesses nothing',
  async (column) => {
    const token = await mine.issue('hours');
    await server.database.owner.query(`update links set ${column} = $1 where token_hash = $2`, [
      new Date('2026-01-01T00:00:00Z'),
      hashSecret(token),
    ]);
    const found = await withToken(token, async ({ client }, link) => [
      link?.state,
      (await client.query('select id from projects')).rows,
    ]);
    expect(found).toEqual([
      column === 'revoked_at' ? 'revoked' : column === 'done_at' ? 'done' : 'expired',
      [],
    ]);
  },
);

test.each(
  linkPurposes.flatMap((purpose) => [[purpose, 'revoked_at'] as const, [purpose, 'done_at'] as const]),
)('a token for %s accesses nothing more once %s is set while it is open', async (purpose, column) => {
  const token = await (purpose === 'supervisor' ? mine.issue(purpose, OWEN) : mine.issue(purpose));
  const statement = purpose === 'progress' ? 'select progress_of_link() as id' : 'select id from users';
  const [before, after] = await withToken(token, async ({ client }) => {
    const reached = async () =>
      (await client.query<{ id: unknown }>(statement)).rows.filter(({ id }) => id !== null).length;
    const first = await reached();
    const ended = `update links set ${column} = now() where token_hash = $1`;
    await server.database.owner.query(ended, [hashSecret(token)]);
    return [first, await reached()];
  });
  expect([before === 0, after]).toEqual([false, 0]);
});

test('the role ends with the transaction, and a session never has it', async () => {
  const role = async ({ client }: Tx) =>
    (await client.query('select current_user as name, current_setting($1, true) as link', ['app.link']))
      .rows[0];
  expect(await withToken(tokens.hours, role)).toMatchObject({ name: 'waypost_link' });
  for (let connection = 0; connection < 16; connection++)
    expect(await asSession(server.database.app, null, server.clock.now(), role)).toMatchObject({
      name: 'waypost_app',
    });
  await expect(withToken(tokens.hours, async ({ client }) => client.query('select 1 / 0'))).rejects.toThrow();
  expect(await asSession(server.database.app, null, server.clock.now(), role)).toMatchObject({
    name: 'waypost_app',
  });
});

test('the link’s role may call only these functions that read beyond a caller’s rows', async () => {
  const { rows } = await server.database.owner.query<{ name: string }>(`
    select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('waypost_link', p.oid, 'execute')
     order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    'consent_of_link',
    'counted_of_hours_link',
    'current_link',
    'days_of_hours_link',
    'evaluation_start_of_link',
    'people_of_evaluation_link',
    'placements_of_hours_link',
    'progress_of_link',
    'second_proof_of_link',
    'signing_of_link',
    'supervision_of_link',
  ]);
});

test('requests can switch only to the link’s role, and inherit nothing from it', async () => {
  const { rows } = await server.database.owner.query(`
    select r.rolname as name, pg_has_role('waypost_app', r.oid, 'usage') as inherits
      from pg_roles r where r.rolname <> 'waypost_app' and pg_has_role('waypost_app', r.oid, 'member')`);
  expect(rows).toEqual([{ name: 'waypost_link', inherits: false }]);
  const { rows: owned } = await server.database.owner.query(
    `select from pg_roles r where r.rolname = 'waypost_link' and (rolsuper or rolbypassrls or rolcreaterole or rolcanlogin)`,
  );
  expect(owned).toEqual([]);
});

test('afterwards, a session on the same connection sees its own client', async () => {
  const seen = await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, mine.client.id);
    return (await tx.client.query('select id from projects where id = $1', [mine.project.id])).rows;
  });
  expect(seen).toEqual([{ id: mine.project.id }]);
});

const insertEvaluation = `insert into evaluations (client_id, project_id, ordinal, evaluation_date, supervisor,
    internship_facilitator, contact_phone, term, comments, discussed)
  values ($1, $2, 2, '2026-03-01', 'Eve', 'Eve', '(410)555-0100', '', '<p>Bad.</p>', true)`;

/** Every row of every table, as text. */
async function everything(): Promise<string[]> {
  const all = (await allTables()).map(
    ({ name }) => `select '${name}: ' || to_jsonb(t)::text as row from ${name} t`,
  );
  return (
    await server.database.owner.query<{ row: string }>(`${all.join(' union all ')} order by 1`)
  ).rows.map(({ row }) => row);
}
