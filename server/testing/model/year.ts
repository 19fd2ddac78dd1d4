import { Dice } from '../../src/demo/random.ts';
import { mailPendingHours } from '../../src/oversight/follow-ups/digest.ts';
import { sendReminders } from '../../src/oversight/follow-ups/reminder-job.ts';
import { SESSION_COOKIE } from '../../src/platform/access/cookies.ts';
import type { Mail } from '../../src/platform/outside/mail.ts';
import { agreementMoves } from './agreement-moves.ts';
import { applicationMoves } from './application-moves.ts';
import { beginnings, withFiles } from './cast.ts';
import { fileMoves } from './file-moves.ts';
import { choose } from './model.ts';
import type { Move } from './move.ts';
import { approvalMoves, hoursMoves, schoolworkMoves } from './placement-moves.ts';
import { type School, schools } from './plans.ts';
import { type Expected, Reminders } from './reminders.ts';
import { clockIn, dayText, momentAt } from './school-days.ts';
import type { User } from './state.ts';
import { type Reader, type Setting, tasksAt } from './waiting.ts';
import { Walker } from './walker.ts';
import type { World } from './world.ts';

/** Offers are sent at once. Terms cover those that wait until they can no longer be undone. */
const { offer: _, 'undo offer': __, ...applying } = applicationMoves;
const MOVES: Record<string, Move> = {
  ...applying,
  ...agreementMoves,
  ...hoursMoves,
  ...approvalMoves,
  ...schoolworkMoves,
  ...fileMoves,
};
const BEGINNINGS = ['placement', 'hours sent back', 'agreement', 'all is handed in'];
const PEOPLE = ['Ada', 'Ada', 'Ben', 'Cy', 'business', 'business', 'admin'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Soon late, so that reminders are seen. */
const OFFER_DAYS = 2;
/** Half past five in the morning, before anybody is reminded. */
const MORNING = 330;

/**
 * The reminders of some weeks: people make moves on some mornings and are late with others, and one or two servers check
 * whom to remind, also at the edges of the school system's hours and at night. Each time, the list of follow-ups, every
 * email, and what staff are told must be what the model says. Returns what happened, ending with what was wrong, and what
 * was seen.
 */
export async function liveThrough(
  world: World,
  seed: number,
  days: number,
): Promise<{ trace: string[]; failure: string | null; seen: ReadonlySet<string> }> {
  const dice = new Dice(seed * 611_953);
  const school = schools[seed % schools.length] as School;
  const walker = await Walker.begin(world, {
    name: `year-${seed}`,
    dice,
    spots: 3,
    zone: school.zone,
    network: `10.8.${(seed >> 8) & 255}.${seed & 255}`,
  });
  const first = clockIn(school.zone, world.clock.now().getTime()).day;
  const setting = {
    zone: school.zone,
    start: first - dice.between(0, 30),
    stop: first + dice.between(5, 25),
  };
  walker.state.workEnds = setting.stop;
  walker.state.offerDays = OFFER_DAYS;
  const reminders = new Reminders(school, setting);
  const { cast, ids, trace } = walker;
  const change = (text: string, ...values: unknown[]) =>
    world.pools.owner.query(text, [ids.client, ...values]);
  const moveTo = (day: number, minute: number) =>
    world.clock.moveTo(new Date(momentAt(school.zone, day, minute)));
  const now = () => world.clock.now().getTime();

  const move = async (): Promise<string | null> => {
    const actor = cast.by(dice.pick(PEOPLE));
    const moment = walker.momentOf(actor);
    return walker.make(actor, choose(dice, walker.state, actor.user as User, { among: MOVES, moment }));
  };

  const findFollowUps = async (): Promise<string[]> => {
    const { token = '' } = cast.by('admin').session ?? {};
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/filterFollowUps',
      payload: {},
      cookies: { [SESSION_COOKIE]: token },
    });
    return (reply.json() as Listed[]).map(
      ({ kind, student, since, waits_on }) => `${kind} ${student.split(' ', 1)} ${since} ${waits_on}`,
    );
  };

  /** Runs the jobs. Returns the emails. */
  const remind = async (isTwice: boolean): Promise<string[]> => {
    const { pools, outside } = world;
    const before = world.mailOf(NO_MOVE).length;
    const given = { ...outside, now: world.clock.now() };
    const run = (work: () => Promise<void>) => Promise.all(isTwice ? [work(), work()] : [work()]);
    await run(() => mailPendingHours(pools.app, given));
    await run(() => sendReminders(pools.app, given));
    const mails = world.mailOf(NO_MOVE).slice(before);
    return mails.map((mail) => textOf({ to: readerOf(mail, ids.users), ...contentOf(mail) }));
  };

  const look = async (isTwice: boolean): Promise<string | null> => {
    const mails = await remind(isTwice);
    const expected = reminders.at(walker.state, now());
    trace.push(...mails);
    const { rows } = await change(TAKE_NOTICES);
    const told = Object.entries(expected.told).flatMap(([role, n]) =>
      n > 0 ? `${role} ${n} ${n === 1 ? 'follow-up has' : 'follow-ups have'} waited too long` : [],
    );
    return (
      difference('the mail', mails, expected.mails.map(textOf)) ??
      difference(
        'the news for staff',
        rows.map(({ notice }) => notice),
        told,
      )
    );
  };

  const live = async (day: number): Promise<string | null> => {
    moveTo(day, MORNING);
    // Sessions end after a day without use.
    await change(RENEW_SESSIONS, world.clock.now());
    for (let left = dice.pick([0, 0, 1, 1, 2]); left > 0; left -= 1) {
      const wrong = await move();
      if (wrong) return wrong;
    }
    const tasks = tasksAt(walker.state, setting, now()).map(
      ({ kind, student, since, waitsOn }) => `${kind} ${student} ${dayText(since)} ${waitsOn}`,
    );
    const wrong = difference('the list', await findFollowUps(), tasks);
    if (wrong) return wrong;
    // On some days, at the edges of the hours or at night; on some, no server runs.
    const { from, until } = school;
    const edges = [130, from * 60 - 1, from * 60, until * 60 - 1, until * 60];
    const usual = [from * 60 + 17];
    const minutes = dice.pick([usual, usual, usual, dice.some(edges, 2), []]);
    for (const minute of minutes.toSorted((one, two) => one - two)) {
      moveTo(day, minute);
      // Two servers at once every third time, which is often enough to collide.
      const failure = await look(day % 3 === 0);
      if (failure) return `at minute ${minute}: ${failure}`;
    }
    return null;
  };

  const play = async (): Promise<string | null> => {
    // Others are reminded of nothing.
    await change(`update settings set reminder_days = '{}' where client_id <> $1`);
    await arrange(change, school, setting);
    const steps = [...(beginnings[dice.pick(BEGINNINGS)] ?? []), ...withFiles];
    const wrong = await walker.makeAll(steps);
    if (wrong) return wrong;
    for (let day = first + 1; day <= first + days; day += 1) {
      trace.push(dayText(day));
      const failure = await live(day);
      if (failure) return failure;
    }
    return null;
  };
  return { trace, failure: await play(), seen: reminders.seen };
}

/** What no move changes. */
async function arrange(
  change: (text: string, ...values: unknown[]) => Promise<unknown>,
  { zone, from, until, days, own }: School,
  { start, stop }: Setting,
): Promise<void> {
  await change(
    `update settings set time_zone = $2, reminders_from = $3, reminders_until = $4, reminder_days = $5, offer_days = ${OFFER_DAYS}
       where client_id = $1`,
    zone,
    from,
    until,
    days.map((day) => WEEKDAYS[day]),
  );
  await change(
    `update opportunities set title = 'Boats', employment_start = $2, employment_stop = $3 where client_id = $1`,
    dayText(start),
    dayText(stop),
  );
  await change(`update users set business_name = 'Bay' where client_id = $1 and role = 'Business'`);
  await change(
    `insert into reminder_plans select r.* from jsonb_array_elements($2::jsonb) p,
            jsonb_populate_record(null::reminder_plans, p || jsonb_build_object('client_id', $1::text)) r`,
    JSON.stringify(Object.entries(own).map(([kind, plan]) => ({ kind, ...plan }))),
  );
}

interface Listed {
  kind: string;
  student: string;
  since: string;
  waits_on: string[];
}

/** The mails of a job. */
const NO_MOVE = 0;

const RENEW_SESSIONS = `
  update sessions set last_seen_at = $2, expires_at = $2::timestamptz + interval '14 days' where client_id = $1`;

const TAKE_NOTICES = `
  delete from notices n using users u where n.client_id = $1 and n.kind = 'reminder' and u.client_id = n.client_id
     and u.id = n.user_id and u.role in ('Teacher', 'Admin')
  returning u.role || ' ' || n.text as notice`;

const readerOf = ({ to }: Mail, users: Partial<Record<string, { email: string }>>): Reader => {
  if (to === 'anne@home.test') return 'guardian';
  if (to === 'grace@waypost.test') return 'supervisor';
  return Object.keys(users).find((name) => users[name]?.email === to) as Reader;
};

/** The lines of an email, which one about hours has at its end. */
function contentOf({ subject, text }: Mail): Omit<Expected['mails'][number], 'to'> {
  if (subject.startsWith('Please evaluate ')) return { lines: [subject], isAboutHours: false };
  const paragraphs = text.split('\n\n');
  const others = /^(?:Also waiting for you|This has waited too long): (.+) https:/;
  if (subject.startsWith('Hours to approve: '))
    return { lines: paragraphs.flatMap((one) => others.exec(one)?.[1] ?? []), isAboutHours: true };
  const isHeading = (one: string) => /(still waiting for you|waited too long):$/.test(one);
  const rows = paragraphs.slice(paragraphs.findIndex(isHeading));
  const end = rows.findIndex((one) => one.includes('https://'));
  return { lines: rows.slice(0, end).filter((one) => !isHeading(one)), isAboutHours: false };
}

const textOf = ({ to, lines, isAboutHours }: Expected['mails'][number]) =>
  [to, ...(isAboutHours ? ['hours'] : []), ...lines.toSorted()].join(' | ');

function difference(what: string, found: readonly string[], expected: readonly string[]): string | null {
  const [one, two] = [found, expected].map((all) => all.toSorted().join('; ') || 'nothing');
  return one === two ? null : `${what} is ${one} instead of ${two}`;
}
