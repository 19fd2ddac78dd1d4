import { setTimeout as delay } from 'node:timers/promises';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import { importCalls } from '@waypost/contract/oversight/imports/calls';
import { importColumns } from '@waypost/contract/oversight/imports/rules';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { anOpportunityRow, aSheet } from '../../../testing/sheets.ts';
import { files } from '../../platform/database/tables/files.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { uploadImport, parseImport, blowItAway } = importCalls;
const kind = 'opportunities' as const;

async function aSystem() {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  return { client, business, asAdmin: server.as(await server.anAdmin({ client })) };
}

const importedOf = (client: { id: string }) =>
  server.db.select().from(opportunities).where(eq(opportunities.clientId, client.id));
const recordOf = (client: { id: string }) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));

test('an upload lists which rows would be imported and why others would not, and imports none', async () => {
  const { client, business, asAdmin } = await aSystem();
  const waiting = await server.aBusiness({ client, approved: false });
  const preview = await asAdmin.call(
    uploadImport,
    { kind },
    aSheet(kind, [
      anOpportunityRow(business.email.toUpperCase(), { focus_areas: client.area.name.toUpperCase() }),
      anOpportunityRow('nobody@waypost.test', { opportunity_title: 'Nobody’s' }),
      anOpportunityRow(waiting.email, { opportunity_title: 'Too early' }),
      {},
      anOpportunityRow(business.email, {
        opportunity_title: 'Wrong',
        available_slots: 'many',
        application_close: '02/30/2026',
        pay_from: 'fifteen',
        schools: `${client.school.name}; Elsewhere High`,
        short_description: '<p><script>alert(1)</script></p>',
      }),
    ]),
  );
  expect(preview).toEqual({
    file: 'opportunities.csv',
    accepted: [{ row: 2, name: 'Boatyard intern' }],
    rejected: [
      { row: 3, name: 'Nobody’s', reason: 'Business email: no business has this email' },
      { row: 4, name: 'Too early', reason: 'Business email: this business is not approved yet' },
      { row: 6, name: 'Wrong', reason: expect.any(String) },
    ],
  });
  const reasons = preview.rejected[2]?.reason.split('; ');
  expect(reasons).toEqual([
    'Short description: this field is required',
    'Slots: this field can only be a number',
    'Pay from: must be an amount in dollars, such as 15.50',
    'Application close: must be a date, MM/DD/YYYY',
    'Schools: “Elsewhere High” is not on the list',
  ]);
  expect(await importedOf(client)).toEqual([]);
});

test('imports the latest file: each row becomes an opportunity of its business, as if posted by it', async () => {
  const { client, business, asAdmin } = await aSystem();
  const rows = [
    anOpportunityRow(business.email, {
      full_description: 'First <b>line</b>\n\n& second',
      skills_required: 'Reading < writing',
      focus_areas: `${client.area.name}; ${client.otherArea.name}`,
      schools: client.school.name,
      programs: client.program.name,
      pay_from: '$15.50',
      pay_to: '17',
      days: 'Fri; mon',
      hours_per_week: '12',
      ...eachNote((field) => `About ${field}`),
    }),
    anOpportunityRow(business.email, { opportunity_type: 'virtual', opportunity_title: 'From home' }),
    anOpportunityRow('nobody@waypost.test'),
  ];
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, [anOpportunityRow(business.email)]));
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  expect(await asAdmin.call(parseImport, {})).toEqual({
    message: 'DONE',
    imported: 2,
    rejected: [{ row: 4, name: 'Boatyard intern', reason: 'Business email: no business has this email' }],
    already: false,
  });
  const [onsite, virtual] = (await importedOf(client)).sort((one, other) =>
    one.title.localeCompare(other.title),
  );
  const opportunity = await asAdmin.call(opportunityCalls.loadOpportunity, { opp_id: onsite?.id ?? '' });
  expect(opportunity).toMatchObject({
    opportunity_title: 'Boatyard intern',
    business_id_fk: { _id: business.id },
    audience: 'Open',
    available_slots: 2,
    application_open: '2026-03-01',
    employment_start: '2026-06-01',
    internship_type: 'Internship',
    time_frame: 'Summer',
    location: { state: 'MD', zip: '21401', lat: 38.98, lon: -76.5, userOverwroteLocation: false },
    full_description: 'First <strong>line</strong>\n\n&amp; second',
    skills_required: '<p>Reading &lt; writing</p>',
    schools: [client.school.name],
    programs: [client.program.name],
    pay_from: 15.5,
    pay_to: 17,
    days: ['Monday', 'Friday'],
    hours_per_week: 12,
    ...eachNote((field) => `About ${field}`),
  });
  expect(opportunity.focus_areas.toSorted()).toEqual([client.area.name, client.otherArea.name].toSorted());
  expect(virtual).toMatchObject({ title: 'From home', opportunityType: 'Virtual', street: '', lat: null });
  expect(await recordOf(client)).toMatchObject([
    { action: 'import opportunities', details: { imported: 2, rejected: 1 } },
  ]);
  const kept = and(eq(files.clientId, client.id), eq(files.shelf, 'import opportunities'));
  expect(await server.db.select().from(files).where(kept)).toHaveLength(1);
  expect(server.jobs.removedFiles.length).toBeGreaterThan(0);
});

test('reads back a distinct value from every column', async () => {
  const { client, business, asAdmin } = await aSystem();
  const same = (cell: string) => [cell, cell] as const;
  /** Of each column, the cell and what the imported opportunity has. */
  const columns: Record<string, readonly [cell: string, read: unknown]> = {
    opportunity_title: same('Sailmaker'),
    business_email: [business.email, business.id],
    short_description: ['Sew sails', '<p>Sew sails</p>'],
    full_description: ['Cut and sew all summer', '<p>Cut and sew all summer</p>'],
    skills_required: ['A steady hand', '<p>A steady hand</p>'],
    available_slots: ['7', 7],
    street: same('44 Loft Lane'),
    city: same('Eastport'),
    state: same('MD'),
    zip: same('21403'),
    application_open: ['01/02/2026', '2026-01-02'],
    application_close: ['03/04/2026', '2026-03-04'],
    employment_start: ['05/06/2026', '2026-05-06'],
    employment_stop: ['07/08/2026', '2026-07-08'],
    internship_type: same('Apprenticeship'),
    opportunity_type: same('Hybrid'),
    paidUnpaid: same('Paid'),
    time_frame: same('Full Year'),
    pay_from: ['16.25', 16.25],
    pay_to: ['18.75', 18.75],
    days: ['Tuesday; Saturday', ['Tuesday', 'Saturday']],
    hours_per_week: ['13', 13],
    ...eachNote((field) => same(`About ${field}`)),
    focus_areas: [client.area.name, [client.area.name]],
    schools: [client.school.name, [client.school.name]],
    programs: [client.program.name, [client.program.name]],
  };
  const fields = importColumns.opportunities.map(({ field }) => field);
  expect(Object.keys(columns).toSorted()).toEqual(fields.toSorted());
  const cells = Object.entries(columns).map(([field, [cell]]) => [field, cell]);
  expect(new Set(cells.map(([, cell]) => cell)).size).toBe(fields.length);

  await asAdmin.call(uploadImport, { kind }, aSheet(kind, [Object.fromEntries(cells)]));
  expect(await asAdmin.call(parseImport, {})).toMatchObject({ imported: 1, rejected: [] });
  const [{ id } = { id: '' }] = await importedOf(client);
  const reply = await asAdmin.call(opportunityCalls.loadOpportunity, { opp_id: id });
  const read: Record<string, unknown> = { ...reply, business_email: reply.business_id_fk._id };
  expect(Object.fromEntries(fields.map((field) => [field, read[field]]))).toEqual(
    Object.fromEntries(Object.entries(columns).map(([field, [, value]]) => [field, value])),
  );
});

test('imports a file once, however often and concurrently the call is made', async () => {
  const { client, business, asAdmin } = await aSystem();
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, [anOpportunityRow(business.email)]));
  const answers = await Promise.all([asAdmin.call(parseImport, {}), asAdmin.call(parseImport, {})]);
  expect(answers.map(({ imported, already }) => [imported, already]).sort()).toEqual([
    [0, true],
    [1, false],
  ]);
  expect(await importedOf(client)).toHaveLength(1);
});

test('imports a row with an unknown ZIP code without a location', async () => {
  const { client, business, asAdmin } = await aSystem();
  await asAdmin.call(
    uploadImport,
    { kind },
    aSheet(kind, [anOpportunityRow(business.email, { zip: '99950' })]),
  );
  expect(await asAdmin.call(parseImport, {})).toMatchObject({ imported: 1 });
  expect(await importedOf(client)).toMatchObject([{ zip: '99950', lat: null, lon: null }]);
});

test('imports nothing if another file replaces the file while it is read, and then imports the other', async () => {
  const { client, business, asAdmin } = await aSystem();
  const titled = (opportunity_title: string) =>
    aSheet(kind, [anOpportunityRow(business.email, { opportunity_title })]);
  await asAdmin.call(uploadImport, { kind }, titled('Former'));
  const { get } = server.files;
  server.files.get = async (key) => {
    server.files.get = get;
    const former = await get(key);
    await asAdmin.call(uploadImport, { kind }, titled('Latter'));
    return former;
  };
  const refused = await asAdmin.refusal(parseImport, {});
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'Someone has already imported this file or uploaded another one.',
  ]);
  expect(await importedOf(client)).toEqual([]);
  expect((await asAdmin.call(parseImport, {})).imported).toBe(1);
  expect((await importedOf(client)).map(({ title }) => title)).toEqual(['Latter']);
});

test('a file whose bytes are missing cannot be imported', async () => {
  const { business, asAdmin } = await aSystem();
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, [anOpportunityRow(business.email)]));
  const { get } = server.files;
  server.files.get = async (key) => {
    server.files.get = get;
    await server.files.remove(key);
    return get(key);
  };
  const refused = await asAdmin.refusal(parseImport, {});
  expect([refused.status, refused.problem.detail]).toEqual([
    404,
    'There is no file to import. Upload one first.',
  ]);
});

test('without a file there is nothing to import', async () => {
  const { asAdmin } = await aSystem();
  const refused = await asAdmin.refusal(parseImport, {});
  expect([refused.status, refused.problem.detail]).toEqual([
    404,
    'There is no file to import. Upload one first.',
  ]);
});

test('rejects an invalid file at its field, and keeps the one before', async () => {
  const { client, business, asAdmin } = await aSystem();
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, [anOpportunityRow(business.email)]));
  const text = (content: string) => ({ name: 'a.csv', content: new TextEncoder().encode(content) });
  const many = aSheet(
    kind,
    Array.from({ length: 10_001 }, () => anOpportunityRow('x@y.test')),
  );
  for (const [file, sentence] of [
    [undefined, /choose a file/],
    [text('PK\u0000\u0003'), /not a CSV file/],
    [text('Title,Slots\nBoat,2'), /missing these column names: Business email, Short description/],
    [aSheet(kind, []), /no rows/],
    [many, /10001 rows; import at most 10000/],
  ] as const) {
    const refused = await asAdmin.refusal(uploadImport, { kind }, file);
    expect([refused.status, refused.problem.errors?.fileupload?.[0]]).toEqual([
      400,
      expect.stringMatching(sentence),
    ]);
  }
  expect((await asAdmin.refusal(uploadImport, { kind: 'teachers' }, aSheet(kind, []))).status).toBe(400);
  expect((await asAdmin.call(parseImport, {})).imported).toBe(1);
  expect(await importedOf(client)).toHaveLength(1);
});

test('reads a file that an older spreadsheet saved', async () => {
  const { business, asAdmin, client } = await aSystem();
  const sheet = aSheet(kind, [anOpportunityRow(business.email, { opportunity_title: 'Cafe aide' })]);
  const content = sheet.content.map((byte, index) =>
    new TextDecoder().decode(sheet.content.slice(index - 3, index + 1)) === 'Cafe' ? 0xe9 : byte,
  );
  await asAdmin.call(uploadImport, { kind }, { ...sheet, content });
  await asAdmin.call(parseImport, {});
  expect((await importedOf(client))[0]?.title).toBe('Café aide');
});

test('imports 1,200 of 1,250 rows, gives a reason for each of the others, and serves other calls meanwhile', async () => {
  const { client, business, asAdmin } = await aSystem();
  const rows = Array.from({ length: 1250 }, (_, index) =>
    anOpportunityRow(index % 25 === 7 ? 'nobody@waypost.test' : business.email, {
      opportunity_title: `Place ${index}`,
      focus_areas: client.area.name,
    }),
  );
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  const visitor = server.as(await server.aStudent({ client }));
  let under = true;
  const importing = asAdmin.call(parseImport, {}).finally(() => {
    under = false;
  });
  let served = 0;
  while (under) {
    await visitor.call(accountCalls.getUserData, {});
    served += 1;
    // A person's pace: without it, the caller takes most of the time that the import needs.
    await Promise.race([importing, delay(20)]);
  }
  const { imported, rejected } = await importing;
  expect([imported, rejected.length]).toEqual([1200, 50]);
  expect(await importedOf(client)).toHaveLength(1200);
  const { rows: counted } = await server.database.owner.query(
    `select reltuples >= 1200 as updated from pg_class where oid = 'opportunities'::regclass`,
  );
  expect(counted).toEqual([{ updated: true }]);
  expect(served).toBeGreaterThan(5);
});

test('an import whose connection is killed halfway changes nothing and can be retried', async () => {
  const { client, business, asAdmin } = await aSystem();
  const rows = Array.from({ length: 600 }, (_, index) =>
    anOpportunityRow(business.email, { programs: index === 599 ? client.program.name : '' }),
  );
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  const { owner } = server.database;
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    // Waits after the opportunities are inserted, when the first audit entry is written.
    await holder.query('lock table audit_entries in access exclusive mode');
    const importing = asAdmin.send(parseImport, {});
    const waiting = async () => {
      const { rows: found } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and application_name = 'waypost'`,
      );
      return found.map(({ pid }) => pid);
    };
    await expect.poll(waiting).toHaveLength(1);
    await owner.query('select pg_terminate_backend($1)', await waiting());
    expect((await importing).status).toBe(503);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await importedOf(client)).toEqual([]);
  expect((await asAdmin.call(parseImport, {})).imported).toBe(600);
});

test('removes imported opportunities without applications, and no others', async () => {
  const { client, business, asAdmin } = await aSystem();
  const own = await server.anOpportunity({ business });
  const elsewhere = await server.anOpportunity({ importFileId: own.id });
  const rows = [1, 2, 3].map((n) => anOpportunityRow(business.email, { opportunity_title: `Place ${n}` }));
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  await asAdmin.call(parseImport, {});
  const [first] = (await importedOf(client)).filter(({ importFileId }) => importFileId !== null);
  if (!first) throw new Error('nothing was imported');
  await server.anApplication({ opportunity: first, student: await server.aStudent({ client }) });
  expect(await asAdmin.call(blowItAway, {})).toEqual({ message: 'DONE', removed: 2, kept: 1 });
  expect((await importedOf(client)).map(({ id }) => id).sort()).toEqual([own.id, first.id].sort());
  expect(await server.db.select().from(opportunities).where(eq(opportunities.id, elsewhere.id))).toHaveLength(
    1,
  );
  expect((await recordOf(client)).find(({ action }) => action === 'remove imports')?.details).toEqual({
    removed: 2,
    kept: 1,
  });
});

test('only an Admin imports or removes, and not from another site', async () => {
  const { client } = await aSystem();
  for (const role of ['Student', 'Business', 'Teacher'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(uploadImport, { kind }, aSheet(kind, []))).status).toBe(403);
    expect((await caller.refusal(parseImport, {})).status).toBe(403);
    expect((await caller.refusal(blowItAway, {})).status).toBe(403);
  }
  const admin = server.as(await server.anAdmin({ client }));
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await admin.fetch('/api/parseImport', { headers })).status).toBe(403);
});
