import { createHash } from 'node:crypto';
import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import { eq } from 'drizzle-orm';
import { issueLinks, type NewLink } from '../../src/messages/links/queries.ts';
import { snooze } from '../../src/oversight/follow-ups/queries.ts';
import { asSession, enterTenant } from '../../src/platform/access/tenant.ts';
import { businessContacts } from '../../src/platform/database/tables/contacts.ts';
import { reminderPlans } from '../../src/platform/database/tables/follow-ups.ts';
import { guardians } from '../../src/platform/database/tables/guardians.ts';
import { settings } from '../../src/platform/database/tables/lists.ts';
import { aSentAgreement } from '../links.ts';
import type { TestServer } from '../server.ts';
import {
  clockIn,
  dayNumber,
  dayOf,
  dayText,
  handbookPlans,
  type Kind,
  kinds,
  momentAt,
  ownPlans,
  type PendingTask,
  type Person,
  push,
  type School,
} from './model.ts';

/** What happens to rows on the morning of a day, before anybody is reminded. */
type Happens = (now: Date) => Promise<unknown>;
type Random = (below: number) => number;

/** Half past five in each school system's time zone. */
export const MORNING = 330;
const NEVER = 1_000_000;
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

/**
 * One follows the defaults, one has its own plans and hours, and one is a day ahead and sends reminders on three
 * mornings a week.
 */
export const schools: School[] = [
  { zone: 'America/New_York', from: 8, until: 17, days: MONDAY_TO_FRIDAY, plans: handbookPlans },
  { zone: 'America/Los_Angeles', from: 10, until: 20, days: [...MONDAY_TO_FRIDAY, 6], plans: ownPlans },
  { zone: 'Pacific/Guam', from: 7, until: 9, days: [1, 3, 6], plans: handbookPlans },
];

/** Numbers that are the same in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** School systems with placements in which random people are late, and what happens on which day. */
export async function aYear(
  server: TestServer,
  { placements, first, days }: { placements: number; first: number; days: number },
) {
  const pick = randomFrom(11);
  const pickLater = randomFrom(8);
  const pickLast = randomFrom(5);
  const things: PendingTask[] = [];
  const people = schools.map(() => new Map<string, Person>());
  const happens = schools.map(() => new Map<number, Happens[]>());
  const clients: { id: string; staff: string[] }[] = [];
  for (const [index, school] of schools.entries()) {
    const client = await server.aClient();
    const staff = [await server.aTeacher({ client }), await server.anAdmin({ client })];
    clients.push({ id: client.id, staff: staff.map(({ id }) => id) });
    await server.db
      .update(settings)
      .set({
        timeZone: school.zone as never,
        remindersFrom: school.from,
        remindersUntil: school.until,
        reminderDays: school.days.map((day) => weekdays[(day + 6) % 7] ?? 'Monday'),
      })
      .where(eq(settings.clientId, client.id));
    const own = kinds.filter((kind) => school.plans[kind] !== handbookPlans[kind]);
    for (const kind of own)
      await server.db.insert(reminderPlans).values({ clientId: client.id, kind, ...school.plans[kind] });
    const ours = { server, pick, pickLater, pickLast, index, school, client, first, days, things };
    await fill(
      {
        ...ours,
        people: people[index] ?? new Map(),
        on: (day, does) => {
          const all = happens[index];
          all?.set(day, [...(all.get(day) ?? []), does]);
        },
      },
      Math.ceil((placements * (index === 0 ? 2 : 1)) / (schools.length + 1)),
    );
  }
  return { things, people, happens, clients };
}

interface Ours {
  server: TestServer;
  pick: Random;
  /** A separate random source for later additions, so that they do not change the rest. */
  pickLater: Random;
  pickLast: Random;
  index: number;
  school: School;
  client: Awaited<ReturnType<TestServer['aClient']>>;
  first: number;
  days: number;
  things: PendingTask[];
  people: Map<string, Person>;
  on: (day: number, does: Happens) => void;
}

async function fill(ours: Ours, placements: number): Promise<void> {
  const { server, client, index } = ours;
  const businesses: Business[] = [];
  for (let count = 0; count < Math.max(2, placements / 4); count += 1) {
    const name = `Bay ${count}x`;
    const user = await server.aBusiness({ client, businessName: name, contacts: [] });
    // Some supervise themselves: one address for the account and the supervisor.
    const supervisor = count % 4 === 3 ? user.email.toUpperCase() : `supervisor.${count}@${index}.test`;
    const signatory = `signatory.${count}@${index}.test`;
    const contacts = await server.db
      .insert(businessContacts)
      .values(
        [
          { name: 'Grace', email: supervisor, roles: ['supervisor' as const], ordinal: 1 },
          { name: 'Owen', email: signatory, roles: ['signatory' as const], ordinal: 2 },
        ].map((one) => ({ ...one, clientId: client.id, businessId: user.id })),
      )
      .returning();
    await addPerson(ours, user.email, user.id);
    if (count % 4 !== 3) await addPerson(ours, supervisor);
    await addPerson(ours, signatory);
    businesses.push({
      user,
      name,
      supervisor: supervisor.toLowerCase(),
      signatory,
      supervisorId: contacts.find(({ name: own }) => own === 'Grace')?.id ?? '',
    });
  }
  for (let count = 0; count < placements; count += 1) await aLatePlacement(ours, businesses, count);
}

interface Business {
  user: { id: string; clientId: string; email: string };
  name: string;
  supervisor: string;
  signatory: string;
  supervisorId: string;
}

/**
 * Adds a person who may turn reminders off, and whose address may refuse mail, for some weeks each: more often without
 * an account.
 */
async function addPerson(
  { pick, people, on, server, client, first, days }: Ours,
  email: string,
  userId?: string,
) {
  const span = (percent: number): [number, number] => {
    const from = first + pick(days);
    return pick(100) < percent ? [from, from + 5 + pick(40)] : [NEVER, NEVER];
  };
  const { owner } = server.database;
  const person: Person = {
    hasAccount: userId !== undefined,
    muted: span(userId === undefined ? 30 : 15),
    dead: span(userId === undefined ? 50 : 10),
    mutesHours: userId !== undefined && pick(100) < 10,
  };
  people.set(email, person);
  const setMuted = (isMuted: boolean) => (now: Date) =>
    userId === undefined
      ? owner.query(
          `insert into recipients (client_id, address_hash, locale, muted_at) values ($1, $2, 'en', $3)
           on conflict (client_id, address_hash) do update set muted_at = excluded.muted_at`,
          [client.id, createHash('sha256').update(email).digest(), isMuted ? now : null],
        )
      : owner.query('update users set muted_mail = $2 where id = $1', [
          userId,
          [...(person.mutesHours ? ['hours'] : []), ...(isMuted ? ['reminder'] : [])],
        ]);
  if (person.mutesHours) await setMuted(false)(new Date());
  on(person.muted[0], setMuted(true));
  on(person.muted[1], setMuted(false));
  on(person.dead[1], async () => {
    for (const [table, column] of [
      ['users', 'email_lower'],
      ['guardians', 'lower(email)'],
      ['business_contacts', 'lower(email)'],
    ])
      await owner.query(
        `update ${table} set mail_returned_at = null where client_id = $1 and ${column} = $2`,
        [client.id, email.toLowerCase()],
      );
  });
}

async function aLatePlacement(ours: Ours, businesses: readonly Business[], count: number): Promise<void> {
  const { server, index, school, client, first, days, things, on } = ours;
  let { pick } = ours;
  const { owner, app } = server.database;
  const business = businesses[pick(businesses.length)] ?? businesses[0];
  if (!business) throw new Error('there is no business');
  const morning = (day: number) => new Date(momentAt(school.zone, day, MORNING));
  const someDay = (margin = 0) => first + pick(days - margin);
  /** On time, late, very late, or never. */
  const lateBy = () => {
    const luck = pick(100);
    if (luck < 25) return 1 + pick(2);
    if (luck < 65) return 3 + pick(14);
    return luck < 85 ? 17 + pick(30) : NEVER;
  };
  const add = (
    given: Omit<PendingTask, 'school' | 'from' | 'asks' | 'asked' | 'links' | 'line'> &
      Partial<Pick<PendingTask, 'from' | 'asks'>> & {
        asked?: string;
        says: string | PendingTask['line'];
      },
  ) => {
    const { asked, says, ...rest } = given;
    const on = rest.since + 2 + pick(12);
    const thing: PendingTask = {
      school: index,
      from: rest.since,
      asks: () => (asked ? [asked] : []),
      asked: new Map(),
      links: new Map(),
      line: typeof says === 'string' ? () => says : says,
      ...(pick(100) < 12 && { snooze: { on, until: on + 1 + pick(15) } }),
      ...rest,
    };
    things.push(thing);
    return thing;
  };
  /** Emails people an individual link for something. `now` is the morning of a day. */
  const askNow = async (
    thing: PendingTask,
    link: Pick<NewLink, 'purpose' | 'subjectId' | 'accountId'>,
    emails: readonly string[],
    now: Date,
  ) => {
    const made = emails.map((email) => ({
      ...link,
      clientId: client.id,
      recipient: { name: 'Anne', email, locale: 'en' as const },
    }));
    await asSession(app, null, now, async (tx) => {
      await enterTenant(tx, client.id);
      await issueLinks(tx, made, now);
    });
    for (const email of emails) {
      push(thing.asked, email, clockIn(school.zone, now.getTime()).day);
      push(thing.links, email, now.getTime());
    }
  };
  /** Changes rows on the morning of a future day. */
  const query = (day: number, text: string, values: unknown[] | ((now: Date) => unknown[])) => {
    if (day < NEVER) on(day, (now) => owner.query(text, typeof values === 'function' ? values(now) : values));
  };

  // Siblings have the same guardian.
  const guardian = `guardian.${count - (count % 7 === 6 ? 1 : 0)}@${index}.test`;
  const student = await server.aStudent({
    client,
    firstName: `Ada${count}x`,
    lastName: 'Lee',
    guardians: [{ name: 'Anne', email: guardian, confirmed: true, addedBy: 'school' }],
  });
  const name = `Ada${count}x L.`;
  const title = `Job ${count}x`;
  await addPerson(ours, student.email, student.id);
  if (!ours.people.has(guardian)) await addPerson(ours, guardian);
  // Some name a second guardian later, whom the school asks too.
  const second = `second.${count}@${index}.test`;
  const joins = pick(10) < 5 ? someDay(5) : NEVER;
  if (joins < NEVER) {
    await addPerson(ours, second);
    on(joins, () =>
      server.db.insert(guardians).values({
        clientId: client.id,
        studentId: student.id,
        ordinal: 9,
        name: 'Ben',
        email: second,
        addedBy: 'school',
        confirmed: true,
      }),
    );
  }
  const start = first - 30 + pick(Math.max(20, days - 40));
  const end = start + 20 + pick(70);
  const opportunity = await server.anOpportunity({
    business: business.user,
    title,
    employmentStart: dayText(start),
    employmentStop: dayText(end),
  });
  const project = await server.aProject({
    student,
    business: business.user,
    opportunity,
    createdAt: new Date(`${dayText(start - 5)}T17:00:00Z`),
  });
  const hasSupervisor = pick(3) > 0;
  if (hasSupervisor)
    await owner.query('update projects set supervisor_id = $2 where id = $1', [
      project.id,
      business.supervisorId,
    ]);

  // An offer from any business.
  if (pick(10) < 7) {
    const other = businesses[pick(businesses.length)] ?? business;
    const offered = await server.anOpportunity({ business: other.user, title: `Offer ${count}x` });
    const application = await server.anApplication({ student, opportunity: offered });
    const since = someDay(5);
    const done = since + lateBy();
    const set = 'update applications set status = $2, updated_at = $3 where id = $1';
    query(since, set, (now) => [application.id, 'Offered', now]);
    query(done, set, (now) => [application.id, 'Declined', now]);
    const says = `Answer the offer from ${other.name}: Offer ${count}x`;
    add({ kind: 'offer', subject: application.id, since, done, asked: student.email, says });
  }

  // Pending hours, and hours that were sent back; some twice.
  for (const kind of ['hours', 'hours sent back'] as const) {
    let since = someDay(20);
    for (const _ of [1, 2]) {
      const done = since + lateBy();
      const status = kind === 'hours' ? 0 : -1;
      const hours = kind === 'hours' ? business.user.email : undefined;
      on(since, (now) =>
        server.someHours(project, {
          businessApproved: status,
          totalHours: 1,
          createdAt: now,
          decidedAt: now,
        }),
      );
      query(
        done,
        'update hour_entries set business_approved = 1 where project_id = $1 and business_approved = $2',
        [project.id, status],
      );
      const asked = kind === 'hours' ? business.user.email : student.email;
      const says =
        kind === 'hours' ? `Approve ${name}’s hours` : `Correct the hours that were sent back: ${title}`;
      const supervisor =
        hasSupervisor && business.supervisor !== business.user.email ? business.supervisor : undefined;
      const daily = hours && { business: hours, ...(supervisor && { supervisor }) };
      add({ kind, subject: project.id, since, done, asked, says, ...daily });
      if (done >= NEVER || pick(3) > 0) break;
      since = done + pick(20);
    }
  }

  /** The business is told what its supervisor has not done, unless both have the same address. */
  const tells = (line: string): Pick<PendingTask, 'tells'> =>
    business.supervisor === business.user.email ? {} : { tells: { address: business.user.email, line } };

  // Both evaluations: the first two weeks after the middle, the second on the last day.
  const evaluator = hasSupervisor ? business.supervisor : business.user.email;
  const half = start + 14 + Math.ceil((end - start) / 2);
  let submitted = first;
  for (const [place, since] of [Math.min(end, half), end].entries()) {
    const from = Math.max(since, submitted);
    const done = from + lateBy();
    const evaluation = { ordinal: place + 1, evaluationDate: dayText(Math.min(done, NEVER / 10)) };
    if (done < NEVER) on(done, (createdAt) => server.anEvaluation(project, { ...evaluation, createdAt }));
    const says = `Evaluate ${name}: ${title}`;
    const instead = business.user.email;
    const request = `How is ${name} doing?`;
    const thing = add({
      kind: 'evaluation',
      subject: project.id,
      since,
      from,
      done,
      asked: evaluator,
      instead,
      says,
      request,
      ...(hasSupervisor && tells(`Grace has not evaluated ${name} yet: ${title}`)),
    });
    // Staff ask for it themselves, before it is due or after.
    const byHand = from - 5 + pick(20);
    if (hasSupervisor && pick(10) < 4 && submitted < byHand && byHand < done)
      on(byHand, (now) =>
        askNow(
          thing,
          { purpose: 'evaluation', subjectId: project.id, accountId: business.user.id },
          [evaluator],
          now,
        ),
      );
    if (done >= NEVER) break;
    submitted = done;
  }

  // Both reflections, in even steps.
  let answered = first;
  for (const ordinal of [1, 2]) {
    const since = Math.min(end, start + Math.ceil(((end - start) * ordinal) / 2));
    const from = Math.max(since, answered);
    const done = from + lateBy();
    query(done, `update project_reflections set status = 'complete' where project_id = $1 and ordinal = $2`, [
      project.id,
      ordinal,
    ]);
    const says = `Answer your reflection questions: ${title}`;
    add({ kind: 'reflections', subject: project.id, since, from, done, asked: student.email, says });
    if (done >= NEVER) break;
    answered = done;
  }

  // The files are there; the summary is late.
  const file = await server.aFile(student);
  await owner.query('insert into project_files (client_id, project_id, file_id) values ($1, $2, $3)', [
    client.id,
    project.id,
    file.id,
  ]);
  const handedIn = Math.max(end + 7, first) + lateBy();
  query(handedIn, `update projects set final_summary = 'Done.' where id = $1`, [project.id]);
  const work = { subject: project.id, since: end + 7, done: handedIn };
  add({ ...work, kind: 'final work', asked: student.email, says: `Hand in your final work: ${title}` });

  if (pick(10) < 7) anAgreement();
  const isAsked = pick(10) < 7;
  if (isAsked) aConsent();
  pick = ours.pickLater;
  const hasDraft = pick(10) < 7;
  if (hasDraft) await aDraft();
  if (pick(10) < 4) anUnconfirmedGuardian();
  pick = ours.pickLast;
  if (hasDraft && !isAsked) aConsentToAskFor();
  else await decideBefore();
  if (hasSupervisor && business.supervisor !== business.user.email) aSupervisorToConfirm();

  /** Sent to four people, who sign in parallel or in sequence, or never. */
  function anAgreement(): void {
    const since = someDay(10);
    const inTurn = pick(2) === 0;
    const parties = ['student', 'guardian', 'business', 'school'] as const;
    let turn = since;
    const signed = parties.map(() => {
      const day = Math.min(NEVER, (inTurn ? turn : since) + lateBy());
      turn = day;
      return day;
    });
    const turnOf = (place: number) => (inTurn && place > 0 ? (signed[place - 1] ?? NEVER) : since);
    const [sent, expires] = [morning(since), (dayOf(morning(since).getTime()) + 31) * 86_400_000];
    on(since, async (now) => {
      const { id } = await aSentAgreement({ db: server.db, clock: server.clock }, project, {
        signingOrder: inTurn ? 'sequence' : 'parallel',
        sentAt: now,
        expiresAt: new Date(expires),
      });
      for (const [place, party] of parties.entries())
        query(
          signed[place] ?? NEVER,
          `insert into agreement_signatures (client_id, agreement_id, party, signer_name, method, text_hash, signed_on, recorded_at)
           values ($1, $2, $3, 'Somebody', 'paper', 'x', $4, $5)`,
          (at) => [client.id, id, party, at.toISOString().slice(0, 10), at],
        );
      query(done, `update agreements set status = 'signed' where id = $1`, [id]);
      const ask = (day: number, party: 'guardian' | 'business', email: string) => {
        const accountId = party === 'guardian' ? student.id : (business?.user.id ?? '');
        const place = parties.indexOf(party);
        const thing = things.find((one) => one.agreement === agreement && one.since === turnOf(place));
        const does = (at: Date) =>
          thing && askNow(thing, { purpose: 'sign', subjectId: id, accountId }, [email], at);
        if (day >= (signed[place] ?? 0)) return;
        if (day === since) return does(now);
        if (day < NEVER) on(day, async (at) => does(at));
      };
      await ask(turnOf(1), 'guardian', guardian);
      await ask(Math.max(joins, turnOf(1)), 'guardian', second);
      await ask(turnOf(2), 'business', business?.signatory ?? '');
    });
    const done = Math.max(...signed);
    const agreement = {};
    const asked = {
      student: () => [student.email],
      guardian: (day: number) => [guardian, ...(day >= joins ? [second] : [])],
      business: () => [business?.user.email ?? '', business?.signatory ?? ''],
      school: () => [],
    };
    const accounts = [student.email, business?.user.email];
    const says: PendingTask['line'] = (address, ends) =>
      accounts.includes(address)
        ? `Sign the training agreement by ${ends}: ${title}`
        : `Sign ${name}’s training agreement by ${ends}: ${title}`;
    const about = { kind: 'agreement', subject: project.id, expires, says, agreement } as const;
    // In sequence, it waits for each party from the previous signature on.
    if (inTurn)
      for (const [place, party] of parties.entries()) {
        if (turnOf(place) < NEVER)
          add({ ...about, since: turnOf(place), done: signed[place] ?? NEVER, asks: asked[party] });
      }
    else
      add({
        ...about,
        since,
        done,
        asks: (day) =>
          parties.filter((_, place) => day < (signed[place] ?? 0)).flatMap((party) => asked[party](day)),
      });
    const ended = clockIn(school.zone, expires).day;
    // Then it waits for the school, which does nothing.
    if (ended < done)
      things.push({
        school: index,
        kind: 'draft',
        subject: project.id,
        since: ended,
        from: ended,
        done,
        asks: () => [],
        asked: new Map(),
        links: new Map(),
        line: () => '',
      });
    if (sent.getTime() >= expires) throw new Error('it expires after it was sent');
  }

  /** The guardian is asked, and decides or never does. */
  function aConsent(): void {
    const since = someDay(10);
    const done = since + lateBy();
    const link = { purpose: 'consent', subjectId: student.id, accountId: student.id } as const;
    on(since, (now) => askNow(thing, link, [guardian], now));
    const then = Math.max(joins, since) + 1 + pick(9);
    if (then < done && joins < NEVER) on(then, (now) => askNow(thing, link, [second], now));
    query(
      done,
      `insert into consents (client_id, student_id, decision, method, name, decided_on, recorded_at)
       values ($1, $2, 'given', 'paper', 'Anne', $3, $4)`,
      (now) => [client.id, student.id, now.toISOString().slice(0, 10), now],
    );
    const says = `Decide whether the school may share ${name}’s information`;
    const thing = add({
      kind: 'consent',
      subject: student.id,
      since,
      done,
      says,
      asks: (day) => [guardian, ...(day >= then && joins < NEVER ? [second] : [])],
    });
  }

  /** Records an earlier decision, so that staff do not have to ask. */
  async function decideBefore(): Promise<void> {
    await owner.query(
      `insert into consents (client_id, student_id, decision, method, name, decided_on, recorded_at)
       values ($1, $2, 'withdrawn', 'paper', 'Anne', '2025-01-02', '2025-01-02T15:00:00Z')`,
      [client.id, student.id],
    );
  }

  /** Before the draft's placement begins, staff ask no one, and finally record a decision on paper. */
  function aConsentToAskFor(): void {
    const since = first - 3;
    const done = first + lateBy();
    query(
      done,
      `insert into consents (client_id, student_id, decision, method, name, decided_on, recorded_at)
       values ($1, $2, 'given', 'paper', 'Anne', $3, $4)`,
      (now) => [client.id, student.id, now.toISOString().slice(0, 10), now],
    );
    add({ kind: 'consent', subject: student.id, since, done, says: '' });
  }

  /** Asked by a link, which staff finally revoke. The business is reminded while mail to the supervisor comes back. */
  function aSupervisorToConfirm(): void {
    const since = someDay(30);
    const done = since + lateBy();
    const [asked, instead] = [business?.supervisor ?? '', business?.user.email ?? ''];
    const link = {
      purpose: 'supervisor',
      subjectId: project.id,
      accountId: business?.user.id ?? '',
    } as const;
    on(since, (now) => askNow(thing, link, [asked], now));
    query(
      done,
      `update links set revoked_at = $2 where subject_id = $1 and purpose = 'supervisor' and revoked_at is null`,
      (now) => [project.id, now],
    );
    const says: PendingTask['line'] = (address) =>
      address === asked
        ? `Confirm that you supervise ${name}: ${title}`
        : `Say who supervises ${name}: ${title}`;
    const thing = add({
      kind: 'supervisor',
      subject: project.id,
      since,
      done,
      asked,
      instead,
      says,
      ...tells(`Grace has not confirmed yet that they supervise ${name}: ${title}`),
    });
  }

  /** For another placement, with nothing else due this year: the business fills it in, then the school sends it. */
  async function aDraft(): Promise<void> {
    const [employmentStart, employmentStop] = [dayText(first + days + 200), dayText(first + days + 300)];
    const later = await server.anOpportunity({
      business: business?.user ?? { id: '', clientId: '' },
      title: `Later ${count}x`,
      employmentStart,
      employmentStop,
    });
    const createdAt = morning(first - 3);
    const next = await server.aProject({
      ...({ student, business: business?.user, opportunity: later } as { student: typeof student }),
      createdAt,
    } as never);
    const since = someDay(15);
    const filled = since + lateBy();
    const sent = Math.min(NEVER, filled + lateBy());
    on(since, (now) =>
      aSentAgreement({ db: server.db, clock: server.clock }, next, {
        status: 'draft',
        text: null,
        textHash: null,
        parties: [],
        sentAt: null,
        expiresAt: null,
        body: '[place] [duties]',
        terms: { place: 'Dock Street', duties: '' } as never,
        createdAt: now,
        updatedAt: now,
      }),
    );
    const fill = `update agreements set terms = terms || '{"duties": "Sands."}', updated_at = $2 where project_id = $1`;
    query(filled, fill, (now) => [next.id, now]);
    query(sent, `update agreements set status = 'void' where project_id = $1`, [next.id]);
    const asked = business?.user.email ?? '';
    const says = `Fill in ${name}’s training agreement: Later ${count}x`;
    add({ kind: 'draft', subject: next.id, since, done: filled, asked, says });
    if (filled < NEVER) add({ kind: 'draft', subject: next.id, since: filled, done: sent, says });
  }

  /** Named by the student. Staff never confirm them, and finally remove them from the list. */
  function anUnconfirmedGuardian(): void {
    const since = someDay(15);
    const done = since + lateBy();
    on(since, (createdAt) =>
      server.db.insert(guardians).values({
        clientId: client.id,
        studentId: student.id,
        ordinal: 8,
        name: 'Aunt Bea',
        addedBy: 'student',
        email: `bea.${count}@${index}.test`,
        createdAt,
      }),
    );
    query(done, 'delete from guardians where student_id = $1 and ordinal = 8', [student.id]);
    add({ kind: 'guardian', subject: student.id, since, done, says: '' });
  }
}

/** Snoozes something, as staff do. */
export const putOff = (server: TestServer, clientId: string, thing: PendingTask, now: Date): Promise<void> =>
  asSession(server.database.app, null, now, async (tx) => {
    await enterTenant(tx, clientId);
    const key = { kind: thing.kind as Kind, subjectId: thing.subject, since: dayText(thing.since) };
    await snooze(tx, clientId, key, dayText(thing.snooze?.until ?? 0));
  });

export const yearBegins = (days: number): number => dayNumber(days > 100 ? '2026-08-24' : '2026-10-12');
