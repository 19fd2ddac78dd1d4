import { SESSION_COOKIE } from '../../src/access/pipeline.ts';
import { sendOffer } from '../../src/applications/offers.ts';
import { Dice } from '../../src/database/demo/random.ts';
import { type Known, requestOf, told } from './deeds.ts';
import {
  act,
  aTerm,
  type Deed,
  type Op,
  type PlacementStatus,
  roleOf,
  type State,
  type Status,
  type Student,
  sessionOf,
  standing,
  students,
  type User,
} from './model.ts';
import { Orders } from './orders.ts';
import { type Action, Deadlock, nameOf, type Statement } from './scheduler.ts';
import { browsers, PASSWORD, tokenOf, type World } from './world.ts';

/** The outcome of a term. The trace says what happened in which order, without ids and times. */
export interface Term {
  seed: number;
  trace: string[];
  /** Null if every reply was one that the model allows. */
  failure: string | null;
}

/** A browser, or the job queue. */
interface Actor {
  name: string;
  user: User | null;
  session: { label: string; token: string } | null;
  password: string;
  busy: boolean;
}

/** An action under way. */
interface Going {
  action: Action;
  actor: Actor;
  op: Op;
  /** Whether its connection was ended, so that nobody knows what it did. */
  crashed: boolean;
  reply: { text: string; status: number; token: string | null | undefined } | null;
}

const ACTIONS = { from: 8, to: 22 };
const AT_ONCE = 4;
const OTHER_PASSWORD = 'a heron by the pier';
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
const passwords = [PASSWORD, OTHER_PASSWORD];
let termsBegun = 0;

/** Plays one term. The same seed makes the same choices. */
export async function playTerm(world: World, seed: number): Promise<Term> {
  const term = new Play(world, seed);
  await term.begin();
  const failure = await term.play();
  return { seed, trace: term.trace, failure };
}

class Play {
  readonly trace: string[] = [];
  readonly #world: World;
  readonly #dice: Dice;
  readonly #actors: Actor[];
  readonly #term: string;
  readonly #network: string;
  readonly #going: Going[] = [];
  readonly #orders: Orders<State, Op, ReturnType<typeof standing>>;
  readonly #spots: number;
  #known: Known | undefined;
  #lastId = 0;
  #isTomorrow = false;
  /** Passwords cost more time than everything else, so few terms have them. */
  readonly #hasPasswords: boolean;
  readonly #hasCrashes: boolean;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#dice = new Dice(seed * 7919);
    termsBegun += 1;
    // The same seed may be played again on the same database.
    this.#term = `${seed}-${termsBegun}`;
    this.#network = `10.${(termsBegun >> 16) & 255}.${(termsBegun >> 8) & 255}.${termsBegun & 255}`;
    this.#spots = this.#dice.pick([1, 1, 2, 3]);
    this.#hasPasswords = this.#dice.chance(0.15);
    this.#hasCrashes = this.#dice.chance(0.3);
    this.#actors = Object.entries(browsers).map(([name, user]) => ({
      ...{ name, user, password: PASSWORD, busy: false },
      session: { label: name, token: tokenOf(this.#term, name) },
    }));
    this.#actors.push({ name: 'job queue', user: null, session: null, password: '', busy: false });
    const sessions = Object.fromEntries(
      Object.entries(browsers).map(([label, user]) => [label, { user, behind: null }]),
    );
    this.#orders = new Orders({ standing, act }, aTerm(this.#spots, sessions, PASSWORD));
  }

  async begin(): Promise<void> {
    const made = await this.#world.begin(this.#term, this.#spots);
    this.#known = { ...made, applications: {}, projects: {}, entries: {} };
  }

  async play(): Promise<string | null> {
    try {
      await this.#open(this.#dice.pick(['empty', 'offers', 'placement', 'placement']));
      const actions = this.#dice.between(ACTIONS.from, ACTIONS.to);
      await this.#run(actions, AT_ONCE);
      return await this.#compare();
    } catch (failure) {
      await this.#drain();
      if (failure instanceof Failure || failure instanceof Deadlock) return failure.message;
      throw failure;
    }
  }

  /** Begins this many actions, and releases one statement after the other until all have ended. */
  async #run(actions: number, atOnce: number): Promise<void> {
    const { scheduler } = this.#world;
    let left = actions;
    for (;;) {
      await scheduler.settle();
      this.#finish();
      // Not while a request is on its way: it reads the clock when it arrives.
      if (this.#dice.chance(0.06)) this.#moveClock();
      const { waiting } = scheduler;
      const canBegin = left > 0 && this.#going.length < atOnce;
      if (!canBegin && waiting.length === 0) {
        if (scheduler.isIdle) return;
        throw new Deadlock('every transaction waits');
      }
      if (canBegin && (waiting.length === 0 || this.#dice.chance(0.25))) {
        left -= 1;
        await this.#begin();
      } else this.#next(this.#dice.pick(waiting));
    }
  }

  #next(statement: Statement): void {
    const { scheduler } = this.#world;
    const going = this.#going.find(({ action }) => action === statement.action);
    const who = going ? `${going.actor.name}#${going.op.id}` : 'nobody';
    if (
      this.#hasCrashes &&
      going &&
      !going.crashed &&
      statement.text !== 'begin' &&
      this.#dice.chance(0.03)
    ) {
      const when = this.#dice.pick(['before', 'after'] as const);
      going.crashed = true;
      this.trace.push(`${who}: connection lost ${when} ${nameOf(statement.text)}`);
      void scheduler.crash(statement, when);
      return;
    }
    this.trace.push(`${who}: ${nameOf(scheduler.release(statement))}`);
  }

  #moveClock(): void {
    const { clock } = this.#world;
    const seconds = this.#dice.pick([1, 11, 11, 300]);
    // One night at most: sessions end after a day without use.
    const isNight = !this.#isTomorrow && this.#dice.chance(0.15);
    this.#isTomorrow ||= isNight;
    clock.moveBy(isNight ? 15 * 3_600_000 : seconds * 1000);
    this.trace.push(isNight ? 'the next day' : `${seconds} s later`);
  }

  async #begin(): Promise<void> {
    const idle = this.#actors.filter(({ busy }) => !busy);
    const actor = this.#dice.pick(idle);
    const deed = this.#choose(actor);
    if (deed) await this.#start(actor, deed);
  }

  async #start(actor: Actor, deed: Deed): Promise<void> {
    const now = this.#world.clock.now();
    this.#lastId += 1;
    const id = this.#lastId;
    const op: Op = {
      ...deed,
      ...{ id, session: actor.session?.label ?? null, now: now.getTime(), today: DAY.format(now) },
    };
    const action: Action = { id, waiting: 0 };
    const going: Going = { action, actor, op, crashed: false, reply: null };
    await this.#look(op);
    this.#going.push(going);
    actor.busy = true;
    this.trace.push(`${actor.name}#${id} ${JSON.stringify(deed)}`);
    this.#orders.begin(id, op);
    const work = () => (op.do === 'send offer' ? this.#job(op) : this.#request(op, actor));
    void this.#world.scheduler
      .act(action, async () => {
        going.reply = await work();
      })
      .catch(() => {
        // A job that fails is tried again.
        going.reply = { text: '503 unavailable', status: 503, token: undefined };
      });
  }

  async #job({ student, at }: Op & { do: 'send offer' }): Promise<NonNullable<Going['reply']>> {
    const { pools, outside, clock } = this.#world;
    const { client, applications } = this.#ids;
    const due = {
      clientId: client,
      applicationId: applications[student] ?? '',
      sendsAt: new Date(at).toISOString(),
    };
    await sendOffer(pools.app, due, { ...outside, now: clock.now() });
    return { text: '200 ', status: 200, token: undefined };
  }

  async #request(op: Exclude<Op, { do: 'send offer' }>, actor: Actor): Promise<NonNullable<Going['reply']>> {
    const [call, input] = requestOf(op, this.#ids);
    const response = await this.#world.app.inject({
      ...{ method: call.method, url: call.path, remoteAddress: this.#network },
      headers: {
        ...(actor.session && { cookie: `${SESSION_COOKIE}=${actor.session.token}` }),
        ...(call.method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(call.method === 'POST'
        ? { payload: JSON.stringify(input) }
        : { query: input as Record<string, string> }),
    });
    const cookie = response.cookies.find(({ name }) => name === SESSION_COOKIE);
    return {
      text: told(op, response.statusCode, response.json()),
      status: response.statusCode,
      token: cookie && (cookie.value || null),
    };
  }

  /** Checks the replies of the actions that have ended, and lets their actors go on. */
  #finish(): void {
    for (const going of [...this.#going]) {
      const { actor, op, reply, crashed } = going;
      if (!reply) continue;
      this.#going.splice(this.#going.indexOf(going), 1);
      actor.busy = false;
      this.trace.push(`${actor.name}#${op.id} => ${reply.text}`);
      if (crashed && reply.status === 503) {
        this.#orders.lose(op.id);
        continue;
      }
      const allowed = this.#orders.reply(op.id, reply.text);
      if (allowed)
        throw new Failure(
          `${actor.name}#${op.id} ${op.do}: the reply was "${reply.text}" instead of ${allowed.map((one) => `"${one}"`).join(' or ')}`,
        );
      if (reply.token !== undefined)
        actor.session = reply.token ? { label: sessionOf(op), token: reply.token } : null;
      if (op.do === 'change password' && reply.text === '200 success') this.#learn(op.owner, op.next);
    }
  }

  /** Both browsers of a business use the same password. */
  #learn(user: User, password: string): void {
    for (const actor of this.#actors) if (actor.user === user) actor.password = password;
  }

  get #ids(): Known {
    if (!this.#known) throw new Error('the term has not begun');
    return this.#known;
  }

  /** Reads the ids that an action may name, as its browser has seen them. */
  async #look(op: Op): Promise<void> {
    if (!('student' in op)) return;
    const { rows } = await this.#world.pools.owner.query<{ kind: keyof Known; name: string; id: string }>({
      name: 'ids of term',
      text: `select 'applications' as kind, u.first_name as name, a.id from applications a
          join users u on u.client_id = a.client_id and u.id = a.student_id where a.client_id = $1
        union all select 'projects', u.first_name, p.id from projects p
          join users u on u.client_id = p.client_id and u.id = p.student_id where p.client_id = $1
        union all select 'entries', e.text_log, e.id from hour_entries e where e.client_id = $1`,
      values: [this.#ids.client],
    });
    const of = (kind: string) =>
      Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ name, id }) => [name, id]));
    this.#known = {
      ...this.#ids,
      ...{ applications: of('applications'), projects: of('projects'), entries: of('entries') },
    };
  }

  /** After the last action, everything that the term has changed is read through calls, and must be the model's. */
  async #compare(): Promise<string | null> {
    const admin = this.#actors.find(({ name }) => name === 'admin') ?? unreachable();
    const isMasked = () => {
      const session = admin.session && this.#orders.state.sessions[admin.session.label];
      return session?.user !== 'admin';
    };
    if (isMasked()) await this.#alone(admin, { do: 'log in', user: 'admin', password: admin.password });
    // After a lost reply, nobody knows which of two passwords it is.
    const other = passwords.find((one) => one !== admin.password) ?? PASSWORD;
    if (isMasked()) await this.#alone(admin, { do: 'log in', user: 'admin', password: other });
    await this.#alone(admin, { do: 'read applicants' });
    for (const student of students) await this.#alone(admin, { do: 'read placement', student });
    return null;
  }

  /** Begins with offers to two students, or with a placement, so that more happens to them. */
  async #open(beginning: 'empty' | 'offers' | 'placement'): Promise<void> {
    const by = (name: string) => this.#actors.find((actor) => actor.name === name) ?? unreachable();
    const offered: Student[] = beginning === 'empty' ? [] : beginning === 'offers' ? ['Ada', 'Ben'] : ['Ada'];
    for (const student of offered) {
      await this.#alone(by(student), { do: 'apply' });
      await this.#alone(by('business'), { do: 'move', student, to: 'Offered' });
    }
    if (beginning === 'placement')
      await this.#alone(by('Ada'), { do: 'move', student: 'Ada', to: 'Accepted' });
  }

  async #alone(actor: Actor, deed: Deed): Promise<void> {
    await this.#start(actor, deed);
    await this.#run(0, 1);
  }

  /** Lets everything end that is under way after a failure. */
  async #drain(): Promise<void> {
    const { scheduler } = this.#world;
    while (!scheduler.isIdle) {
      await scheduler.settle('deadlocks');
      const [first] = scheduler.waiting;
      if (first) scheduler.release(first);
      else return;
    }
  }

  /** What this actor does next: mostly something that succeeds if nobody interferes. */
  #choose(actor: Actor): Deed | null {
    const { state } = this.#orders;
    const [now, today] = [this.#world.clock.now().getTime(), DAY.format(this.#world.clock.now())];
    const session = actor.session?.label ?? null;
    const possible = this.#possible(actor, state, now);
    if (possible.length === 0) return null;
    const succeeds = (deed: Deed) => {
      const op = { ...deed, id: this.#lastId + 1, session, now, today } as Op;
      return act(state, op, standing(state, op)).reply.startsWith('200');
    };
    const good = this.#dice.chance(0.8) ? possible.filter(succeeds) : possible;
    return this.#dice.pick(good.length > 0 ? good : possible);
  }

  #possible(actor: Actor, state: State, now: number): Deed[] {
    const { user } = actor;
    if (user === null) return this.#dueOffers(now);
    const session = actor.session && state.sessions[actor.session.label];
    // Whoever was logged out may not have noticed.
    if (!session && actor.session && this.#dice.chance(0.5)) return deedsOf(user, state);
    if (!session) return passwords.map((password) => ({ do: 'log in', user, password }));
    const own = deedsOf(session.user, state);
    if (session.behind) own.push({ do: 'end masquerade' }, { do: 'end masquerade' });
    if (this.#hasPasswords && !session.behind) {
      const next = passwords.find((one) => one !== actor.password) ?? PASSWORD;
      own.push({ do: 'change password', owner: user, password: actor.password, next }, { do: 'log out' });
    }
    return own;
  }

  /** The jobs that could run now. A job may run more than once. */
  #dueOffers(now: number): Deed[] {
    const of = (id: string) => students.find((student) => this.#ids.applications[student] === id);
    return this.#world.jobs.offers.flatMap((offer) => {
      const student = of(offer.applicationId);
      const at = Date.parse(offer.sendsAt);
      return student && at <= now ? [{ do: 'send offer', student, at } as const] : [];
    });
  }
}

class Failure extends Error {}

function unreachable(): never {
  throw new Error('every browser has an actor');
}

/** What a person might do in this state. Work that starts something is more frequent than what ends it. */
function deedsOf(user: User, state: State): Deed[] {
  const role = roleOf(user);
  if (role === 'Student') return ofStudent(user as Student, state);
  return students.flatMap((student) => {
    const placement = state.placements[student];
    const entries = Object.keys(placement?.entries ?? {});
    return role === 'Business' ? ofBusiness() : ofAdmin();

    function ofBusiness(): Deed[] {
      if (!placement)
        return [
          { do: 'offer', student },
          { do: 'offer', student },
          { do: 'undo offer', student },
          ...(['Offered', 'Interview Scheduled', 'Declined'] satisfies Status[]).map(
            (to): Deed => ({ do: 'move', student, to }),
          ),
          { do: 'read applicants' },
        ];
      return [
        ...entries.flatMap((entry): Deed[] => [
          { do: 'decide', student, entry, decision: 1 },
          { do: 'decide', student, entry, decision: -1 },
        ]),
        { do: 'evaluate', student, seen: placement.evaluations },
        { do: 'end', student, to: 'completed' },
        { do: 'end', student, to: 'terminated' },
      ];
    }

    function ofAdmin(): Deed[] {
      const approval: Deed = { do: 'set approval', user: student, approved: !state.users[student].approved };
      const ofBusinessToo: Deed = {
        ...{ do: 'set approval', user: 'business' },
        approved: !state.users.business.approved,
      } as const;
      const others: Deed[] = [
        approval,
        { do: 'masquerade', user: student },
        ...(state.users.business.approved ? [] : [ofBusinessToo, ofBusinessToo]),
      ];
      if (student === 'Ada') others.push(ofBusinessToo, { do: 'masquerade', user: 'business' });
      if (!placement) return others;
      const to: PlacementStatus = placement.status === 'open' ? 'terminated' : 'open';
      return [
        ...others,
        { do: 'end', student, to },
        ...(['hours', 'hours', 'evals'] as const).flatMap((item): Deed[] => [
          { do: 'sign off', student, item },
          { do: 'sign off', student, item },
          { do: 'reopen', student, item },
        ]),
      ];
    }
  });
}

function ofStudent(student: Student, state: State): Deed[] {
  const placement = state.placements[student];
  if (!placement)
    return [
      { do: 'apply' },
      { do: 'apply' },
      { do: 'move', student, to: 'Accepted' },
      { do: 'move', student, to: 'Accepted' },
      { do: 'move', student, to: 'Accepted' },
      { do: 'move', student, to: 'Rescinded' },
      { do: 'move', student, to: 'Declined' },
    ];
  return [
    { do: 'log', student, hours: 70 },
    { do: 'log', student, hours: 140 },
    ...Object.keys(placement.entries).flatMap((entry): Deed[] => [
      { do: 'remove', student, entry },
      { do: 'correct', student, entry, hours: 65 },
    ]),
    { do: 'move', student, to: 'Accepted' },
    { do: 'read placement', student },
  ];
}
