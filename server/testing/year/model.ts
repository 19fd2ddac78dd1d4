/*
 * What a school year's reminders should be, according to the handbook alone (docs/behavior/follow-ups.md): nothing here
 * imports the product. Days are numbers since 1970, moments are milliseconds.
 */
export const kinds = [
  'offer',
  'draft',
  'agreement',
  'guardian',
  'consent',
  'supervisor',
  'hours',
  'hours sent back',
  'evaluation',
  'reflections',
  'final work',
] as const;
export type Kind = (typeof kinds)[number];

export interface Plan {
  reminds: boolean;
  first: number;
  every: number;
  last: number;
  escalates: boolean;
  escalate: number;
  escalates_to: ('Teacher' | 'Admin' | 'Business')[];
}
const plan = (
  first: number,
  every: number,
  last: number,
  escalate: number,
  but: Partial<Plan> = {},
): Plan => ({
  reminds: true,
  first,
  every,
  last,
  escalates: true,
  escalate,
  escalates_to: ['Teacher', 'Admin'],
  ...but,
});

/** The table of the handbook. */
export const handbookPlans: Record<Kind, Plan> = {
  offer: plan(3, 4, 14, 10),
  draft: plan(3, 4, 30, 10),
  agreement: plan(5, 3, 30, 14),
  guardian: plan(1, 1, 1, 10, { reminds: false }),
  consent: plan(5, 7, 30, 14),
  supervisor: plan(3, 7, 30, 14),
  hours: plan(1, 1, 180, 14),
  'hours sent back': plan(3, 7, 30, 21),
  evaluation: plan(1, 5, 30, 14),
  reflections: plan(1, 7, 30, 14),
  'final work': plan(1, 7, 30, 14),
};

/** A school system's own plans: some often, some late, some off. */
export const ownPlans: Record<Kind, Plan> = {
  ...handbookPlans,
  offer: plan(2, 2, 9, 5),
  draft: plan(1, 3, 7, 4),
  agreement: plan(1, 10, 12, 60),
  consent: plan(3, 3, 20, 9, { escalates_to: ['Admin'] }),
  supervisor: plan(3, 7, 30, 8, { escalates_to: ['Business', 'Teacher'] }),
  hours: plan(2, 3, 16, 3),
  evaluation: plan(2, 6, 20, 1, { escalates: false }),
  'final work': plan(1, 1, 2, 7, { reminds: false }),
};

export interface School {
  zone: string;
  from: number;
  until: number;
  /** 0 is Sunday. */
  days: readonly number[];
  plans: Record<Kind, Plan>;
}

const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day, the minute of the day and the day of the week that clocks in a zone show. */
export function clockIn(zone: string, moment: number): { day: number; minute: number; weekday: number } {
  const known = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...numbers, timeZone: zone });
  formats.set(zone, known);
  const part = Object.fromEntries(
    known.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const day = Date.UTC(part.year ?? 0, (part.month ?? 0) - 1, part.day) / DAY;
  return { day, minute: (part.hour ?? 0) * 60 + (part.minute ?? 0), weekday: (day + 4) % 7 };
}
const numbers: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
};

/** The moment at which clocks in a zone show a minute of a day. */
export function momentAt(zone: string, day: number, minute: number): number {
  const wanted = day * DAY + minute * 60_000;
  let moment = wanted;
  for (let step = 0; step < 3; step += 1) {
    const shown = clockIn(zone, moment);
    moment += wanted - (shown.day * DAY + shown.minute * 60_000);
  }
  return moment;
}

export const dayNumber = (day: string): number => Date.parse(day) / DAY;
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
export const dayOf = (moment: number): number => Math.floor(moment / DAY);

/** Something that is waiting, from the morning of one day until the morning of another. */
export interface PendingTask {
  school: number;
  kind: Kind;
  subject: string;
  since: number;
  /** The day of the first request, if it is after the day from which the plan counts. */
  from: number;
  done: number;
  /** When it expires. */
  expires?: number;
  /** The addresses that are asked on a day. */
  asks: (day: number) => string[];
  /** Who is asked instead while mail to that address comes back. */
  instead?: string;
  /** The mornings on which people were asked by an individual email, by address. */
  asked: Map<string, number[]>;
  /** When each address got a link for it, in any email. */
  links: Map<string, number[]>;
  /** The subject of the email that asks for it on its first day. */
  request?: string;
  /** The line in an email to this address; `ends` is the last day, MM/DD/YYYY. */
  line: (address: string, ends: string) => string;
  /** The business's account, and what it is told if its supervisor takes too long and the plan says so. */
  tells?: { address: string; line: string };
  snooze?: { on: number; until: number };
  /** For an agreement: the same object for each turn. */
  agreement?: object;
  /** For hours: the business that gets the daily email. */
  business?: string;
  /** For hours: the supervisor with another address, who gets one as well. */
  supervisor?: string;
}

/** Somebody with an address, in one school system. From a day until another, reminders are off, or mail comes back. */
export interface Person {
  hasAccount: boolean;
  muted: [from: number, until: number];
  dead: [from: number, until: number];
  /** Whether they turned the daily email off. */
  mutesHours: boolean;
}

export interface Expected {
  /** The address, the lines of the email, and in a daily email its hours. */
  mails: { to: string; lines: string[]; hours: number | null }[];
  /** What staff are told about: `kind subject since`. */
  escalated: string[];
  /** How many follow-ups the teachers and the Admins are told about. */
  told: { Teacher: number; Admin: number };
}

/** The number of first reminders, of those after them, of the last ones of a plan, and of those before an end. */
export type Figures = Record<
  Kind,
  { first: number; next: number; last: number; ending: number; escalated: number }
>;

const within = ([from, until]: [number, number], day: number) => from <= day && day < until;
const nameOfTask = ({ kind, subject }: PendingTask) => `${kind} ${subject}`;
const keyOf = ({ kind, subject, since }: PendingTask) => `${kind} ${subject} ${dayText(since)}`;

/** Predicts what happens at each moment. On each day of a school system, call `morning` first, then `at` in order. */
export function makeModel(
  schools: readonly School[],
  things: readonly PendingTask[],
  people: readonly Map<string, Person>[],
) {
  const claims = new Set<string>();
  const reminded = new Map<string, number>();
  const snoozed = new Map<string, number>();
  const escalated = new Set<string>();
  const returned = new Set<string>();
  const figures = Object.fromEntries(
    kinds.map((kind) => [kind, { first: 0, next: 0, last: 0, ending: 0, escalated: 0 }]),
  ) as Figures;
  let dailyEmails = 0;
  let requests = 0;
  let later = 0;
  let businessesTold = 0;
  const unreached = { muted: 0, refused: 0 };

  const isOpen = (thing: PendingTask, day: number, moment: number) =>
    Math.max(thing.since, thing.from) <= day && day < thing.done && moment < (thing.expires ?? Infinity);

  /** The day on which a person was last asked, up to this one. */
  const askedOn = ({ asked }: PendingTask, address: string, day: number) =>
    Math.max(-Infinity, ...(asked.get(address) ?? []).filter((one) => one <= day));

  /** The day from which a person's plan counts. */
  const beginOf = (thing: PendingTask, address: string, day: number) =>
    Math.max(thing.since, askedOn(thing, address, day));

  function dueOf(
    school: School,
    thing: PendingTask,
    address: string,
    day: number,
  ): 'no' | 'request' | 'plan' | 'ending' {
    const its = school.plans[thing.kind];
    if (!its.reminds) return 'no';
    const before = reminded.get(`${keyOf(thing)} ${address}`);
    // A link works for thirty days.
    const isAsked = before !== undefined || askedOn(thing, address, day) >= thing.since - 30;
    if (thing.request && !isAsked && day <= thing.since + its.last) return 'request';
    const begin = beginOf(thing, address, day);
    const next = before === undefined || before < begin ? begin + its.first : before + its.every;
    if (next <= day && day <= begin + its.last) return 'plan';
    const ends = endOf(school, thing);
    const isEnding =
      ends !== null && day >= ends - 3 && begin < day && (before === undefined || before < ends - 5);
    return isEnding ? 'ending' : 'no';
  }

  /** Who it is waiting for on a day, by address. */
  const askedOf = ({ asks, instead, school }: PendingTask, day: number) =>
    new Set(asks(day).map((address) => (returned.has(`${school} ${address}`) && instead) || address));

  /** Whether an address is only told about it, because someone else has to do it. */
  const isTold = (thing: PendingTask, address: string, day: number) =>
    thing.tells?.address === address && !askedOf(thing, day).has(address);

  const isLate = (school: School, thing: PendingTask, day: number) => {
    const ends = endOf(school, thing);
    return day >= thing.since + school.plans[thing.kind].escalate || (ends !== null && day >= ends - 3);
  };

  const endOf = ({ zone }: School, { expires }: PendingTask) =>
    expires === undefined ? null : clockIn(zone, expires - 1000).day;

  function note(school: School, thing: PendingTask, address: string, day: number, moment: number) {
    if (isTold(thing, address, day)) {
      reminded.set(`${keyOf(thing)} ${address}`, day);
      businessesTold += 1;
      return;
    }
    push(thing.links, address, moment);
    const key = `${keyOf(thing)} ${address}`;
    const count = figures[thing.kind];
    const its = school.plans[thing.kind];
    const due = dueOf(school, thing, address, day);
    if (due === 'request') {
      requests += 1;
      push(thing.asked, address, day);
      return;
    }
    const begin = beginOf(thing, address, day);
    if (begin > thing.since) later += 1;
    if (due === 'ending') count.ending += 1;
    else if (!reminded.has(key)) count.first += 1;
    else count.next += 1;
    if (day + its.every > begin + its.last) count.last += 1;
    reminded.set(key, day);
  }

  /** If mail to the address of a link comes back, the business is asked immediately instead. */
  function passOn(school: number, address: string, day: number, moment: number) {
    const theirs = things.filter((thing) => thing.school === school && thing.request && day < thing.done);
    for (const { instead, asked, links } of theirs) {
      if (!instead || instead === address || returned.has(`${school} ${instead}`)) continue;
      const last = Math.max(-Infinity, ...(links.get(address) ?? []));
      if (last + 30 * DAY <= moment || (links.get(instead) ?? []).some((one) => one >= last)) continue;
      push(asked, instead, day);
      push(links, instead, moment);
    }
  }

  return {
    figures,
    /** The day of each person's last reminder of a thing: `kind subject since address`. */
    reminded,
    dailyEmails: () => dailyEmails,
    /** How often someone was asked for an evaluation automatically. */
    requests: () => requests,
    /** How many reminders there were to people who were asked later than others, or again. */
    later: () => later,
    /** How often a business was told that its supervisor has not done something. */
    businessesTold: () => businessesTold,
    /** People without an account who were not reminded, because they turned it off or their address refuses mail. */
    unreached,

    /** What staff snooze that morning, and addresses that work again. */
    morning(school: number, day: number): PendingTask[] {
      for (const [address, { dead }] of people[school] ?? [])
        if (dead[1] === day) returned.delete(`${school} ${address}`);
      const now = momentAt(schools[school]?.zone ?? '', day, 331);
      const put = things.filter(
        (thing) => thing.school === school && thing.snooze?.on === day && isOpen(thing, day, now),
      );
      for (const thing of put) snoozed.set(nameOfTask(thing), thing.snooze?.until ?? 0);
      return put;
    },

    at(index: number, moment: number): Expected {
      const school = schools[index];
      const nothing: Expected = { mails: [], escalated: [], told: { Teacher: 0, Admin: 0 } };
      if (!school) return nothing;
      const { day, minute, weekday } = clockIn(school.zone, moment);
      if (!school.days.includes(weekday) || minute < school.from * 60 || minute >= school.until * 60)
        return nothing;
      const open = things.filter(
        (thing) =>
          thing.school === index &&
          isOpen(thing, day, moment) &&
          (snoozed.get(nameOfTask(thing)) ?? 0) <= day,
      );
      const person = (address: string) => people[index]?.get(address);
      const due = new Map<string, PendingTask[]>();
      for (const thing of open.filter(({ kind }) => kind !== 'hours'))
        for (const address of askedOf(thing, day))
          if (dueOf(school, thing, address, day) !== 'no')
            due.set(address, [...(due.get(address) ?? []), thing]);
      for (const thing of open) {
        const { escalates, escalates_to } = school.plans[thing.kind];
        const address = thing.tells?.address;
        if (!address || !escalates || !escalates_to.includes('Business')) continue;
        if (!isTold(thing, address, day) || reminded.has(`${keyOf(thing)} ${address}`)) continue;
        if (isLate(school, thing, day)) due.set(address, [...(due.get(address) ?? []), thing]);
      }
      const claim = (address: string) => {
        const key = `${index} ${day} ${address}`;
        return !claims.has(key) && claims.add(key);
      };
      const mails: Expected['mails'] = [];
      const linesTo = (address: string, about: readonly PendingTask[]) =>
        about
          .map((thing) =>
            thing.tells && isTold(thing, address, day)
              ? thing.tells.line
              : thing.line(address, american(endOf(school, thing))),
          )
          .sort();

      // The email about hours comes first, on a day on which it is due for one of them. It contains all of them, and
      // everything else that is due.
      const hours = new Map<string, PendingTask[]>();
      for (const thing of open)
        for (const address of [thing.business, thing.supervisor])
          if (address && (address === thing.business || !returned.has(`${index} ${address}`)))
            hours.set(address, [...(hours.get(address) ?? []), thing]);
      for (const [address, its] of hours) {
        const who = person(address);
        if (!its.some((thing) => dueOf(school, thing, address, day) !== 'no')) continue;
        const isAtBell = who?.hasAccount && who.mutesHours;
        if (!claim(isAtBell ? `bell of ${address}` : address)) continue;
        // A supervisor without an account turns off all reminders at once.
        if (who && !who.hasAccount && within(who.muted, day)) continue;
        const others = isAtBell ? [] : (due.get(address) ?? []);
        for (const thing of [...its, ...others]) note(school, thing, address, day, moment);
        if (isAtBell) continue;
        mails.push({ to: address, lines: linesTo(address, others), hours: its.length });
        dailyEmails += 1;
      }
      for (const [address, about] of due) {
        if (!claim(address)) continue;
        const who = person(address);
        const isMuted = who ? within(who.muted, day) : false;
        const isReached = !isMuted && (who?.hasAccount || !returned.has(`${index} ${address}`));
        const [first] = about;
        const isRequest =
          about.length === 1 &&
          first &&
          !isTold(first, address, day) &&
          dueOf(school, first, address, day) === 'request';
        const lines = isRequest ? [first.request ?? ''] : linesTo(address, about);
        if (isReached) mails.push({ to: address, lines, hours: null });
        if (!isReached && !who?.hasAccount) unreached[isMuted ? 'muted' : 'refused'] += 1;
        // People with an account still have the bell.
        if (isReached || who?.hasAccount)
          for (const thing of about) note(school, thing, address, day, moment);
      }

      const late = open.filter((thing) => {
        const { escalates, escalates_to } = school.plans[thing.kind];
        const isForStaff = escalates && (escalates_to.includes('Teacher') || escalates_to.includes('Admin'));
        return isForStaff && isLate(school, thing, day) && !escalated.has(keyOf(thing));
      });
      const countLate = (role: 'Teacher' | 'Admin') =>
        late.filter(({ kind }) => school.plans[kind].escalates_to.includes(role)).length;
      for (const thing of late) {
        escalated.add(keyOf(thing));
        figures[thing.kind].escalated += 1;
      }
      // A mail that an address refuses is lost, and marks the address.
      const arrived = mails.filter(({ to }) => {
        const mark = `${index} ${to}`;
        if (returned.has(mark)) return false;
        const who = person(to);
        if (!who || !within(who.dead, day)) return true;
        returned.add(mark);
        passOn(index, to, day, moment);
        return false;
      });
      return {
        mails: arrived,
        escalated: late.map(keyOf).sort(),
        told: { Teacher: countLate('Teacher'), Admin: countLate('Admin') },
      };
    },
  };
}

export const push = (all: Map<string, number[]>, address: string, one: number) =>
  all.set(address, [...(all.get(address) ?? []), one]);

const american = (day: number | null) =>
  day === null ? '' : dayText(day).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
