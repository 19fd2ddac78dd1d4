import { Dice } from '../../src/demo/random.ts';
import { sendOffer } from '../../src/placements/applications/offers.ts';
import { SESSION_COOKIE } from '../../src/platform/access/cookies.ts';
import { aPicture } from '../sample-files.ts';
import { choicesByLink, choicesOf, onFiles, signUps } from './choices.ts';
import type { ByLink } from './link-rules.ts';
import { act, entryOf, sessionOf, standing } from './model.ts';
import { Orders } from './orders.ts';
import { type ByCall, type Known, linkRequestOf, pageText, replyText, requestOf } from './requests.ts';
import { type Action, Deadlock, nameOf, type Statement } from './scheduler.ts';
import {
  aTerm,
  type Choice,
  fileOf,
  linkOf,
  newcomerOf,
  type Op,
  type Standing,
  type State,
  type Student,
  students,
  type User,
} from './state.ts';
import { findStrays } from './stray-files.ts';
import { browsers, hoursLinks, PASSWORD, recipients, tokenOf, type World } from './world.ts';

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
  /** Whose browser it is. */
  user: User | 'newcomer' | 'link' | 'jobs';
  session: { label: string; token: string } | null;
  password: string;
  busy: boolean;
}

/** An action under way. */
interface Going {
  action: Action;
  actor: Actor;
  op: Op;
  /** Whether its connection was ended, so that its effect is unknown. */
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
  readonly #orders: Orders<State, Op, Standing>;
  readonly #spots: number;
  readonly #places: number;
  #known: Known | undefined;
  #lastId = 0;
  #isTomorrow = false;
  /** Passwords take more time than everything else, so few terms include them. */
  readonly #hasPasswords: boolean;
  readonly #hasCrashes: boolean;
  readonly #hasSignUps: boolean;
  /** Whether students upload files, Ada in two browsers. */
  readonly #hasFiles: boolean;
  readonly #succeeded = new Set<number>();
  readonly #lost = new Set<number>();
  /** The links and the mails that people have received. */
  readonly #links: string[] = [...hoursLinks];
  readonly #mails: number[] = [];
  #signUps = 0;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#dice = new Dice(seed * 7919);
    termsBegun += 1;
    // The same seed may be played again on the same database.
    this.#term = `${seed}-${termsBegun}`;
    this.#network = `10.${(termsBegun >> 16) & 255}.${(termsBegun >> 8) & 255}.${termsBegun & 255}`;
    this.#spots = this.#dice.pick([1, 1, 2, 3]);
    this.#hasFiles = seed % 4 === 0;
    this.#hasPasswords = this.#dice.chance(0.15);
    this.#hasCrashes = this.#dice.chance(0.3);
    this.#hasSignUps = this.#dice.chance(0.2);
    const places = this.#dice.pick([0, 1, 1, 2]);
    this.#places = places;
    const used = Object.entries(browsers).filter(([name]) => this.#hasFiles || name !== 'Ada 2');
    this.#actors = used.map(([name, user]) => ({
      ...{ name, user, password: PASSWORD, busy: false },
      session: { label: name, token: tokenOf(this.#term, name) },
    }));
    const others = { session: null, password: '', busy: false };
    this.#actors.push({ ...others, name: 'job queue', user: 'jobs' });
    // Two people may open the same link.
    for (const name of ['phone', 'laptop']) this.#actors.push({ ...others, name, user: 'link' });
    if (this.#hasSignUps)
      for (const name of ['newcomer', 'newcomer 2']) this.#actors.push({ ...others, name, user: 'newcomer' });
    const sessions = Object.fromEntries(used.map(([label, user]) => [label, { user, behind: null }]));
    const anHoursLink = { purpose: 'hours', student: null, party: 'business', state: 'open' } as const;
    const links = Object.fromEntries(hoursLinks.map((label) => [label, { ...anHoursLink, to: 'business' }]));
    this.#orders = new Orders(
      { standing, act },
      aTerm({ spots: this.#spots, places, sessions, password: PASSWORD, links }),
    );
  }

  async begin(): Promise<void> {
    const made = await this.#world.begin(this.#term, { spots: this.#spots, places: this.#places });
    const links = Object.fromEntries(hoursLinks.map((label) => [label, tokenOf(this.#term, label)]));
    this.#known = {
      ...{ ...made, term: this.#term, links, codes: {} },
      ...{ applications: {}, projects: {}, entries: {}, files: {}, texts: {} },
    };
  }

  async play(): Promise<string | null> {
    try {
      await this.#open(this.#dice.pick(['empty', 'offers', 'placement', 'approved hours', 'agreement']));
      const actions = this.#dice.between(ACTIONS.from, ACTIONS.to);
      if (this.#hasFiles) await this.#storeFiles();
      await this.#run(actions, AT_ONCE);
      return await this.#compare();
    } catch (failure) {
      await this.#drain();
      if (failure instanceof Failure || failure instanceof Deadlock) return failure.message;
      throw failure;
    }
  }

  /** Starts this many actions, and releases one statement after the other until all have ended. */
  async #run(actions: number, atOnce: number): Promise<void> {
    const { scheduler } = this.#world;
    let left = actions;
    for (;;) {
      await scheduler.settle();
      this.#finish();
      // Not while a request is in transit: it reads the clock when it arrives.
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
      !statement.text.startsWith('begin') &&
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
    // Only actions on the same student's files compete for them.
    const adas = this.#hasFiles && this.#dice.chance(0.6) ? idle.filter(({ user }) => user === 'Ada') : [];
    const actor = this.#dice.pick(adas.length > 0 ? adas : idle);
    const choice = this.#choose(actor);
    if (choice) await this.#start(actor, choice);
  }

  async #start(actor: Actor, choice: Choice): Promise<void> {
    const now = this.#world.clock.now();
    this.#lastId += 1;
    const id = this.#lastId;
    if (choice.do === 'sign up' || choice.do === 'resend confirmation') this.#signUps += 1;
    const op: Op = {
      ...choice,
      ...{ id, session: actor.session?.label ?? null, now: now.getTime(), today: DAY.format(now) },
    };
    const action: Action = { id, waiting: 0 };
    const going: Going = { action, actor, op, crashed: false, reply: null };
    await this.#look(op);
    // People sign what their page showed.
    if ('hasRead' in op) op.hasRead = op.student in this.#ids.texts;
    this.#going.push(going);
    actor.busy = true;
    this.trace.push(`${actor.name}#${id} ${JSON.stringify(choice)}`);
    this.#orders.begin(id, op);
    const work = () => {
      if (op.do === 'send offer') return this.#job(op);
      return 'link' in op ? this.#openLink(op) : this.#request(op, actor);
    };
    void this.#world.scheduler
      .act(action, async () => {
        going.reply = await work();
      })
      .catch(() => {
        // A failed job is retried.
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

  async #openLink(op: ByLink): Promise<NonNullable<Going['reply']>> {
    const { token, fields } = linkRequestOf(op, this.#ids);
    const response = await this.#world.app.inject({
      ...{ method: fields ? 'POST' : 'GET', url: `/link/${token}`, remoteAddress: this.#network },
      ...(fields && {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        payload: new URLSearchParams(fields).toString(),
      }),
    });
    const { statusCode: status } = response;
    return { text: pageText(op, status, response.body), status, token: undefined };
  }

  async #request(op: ByCall, actor: Actor): Promise<NonNullable<Going['reply']>> {
    const [call, input] = requestOf(op, this.#ids);
    const isUpload = call.carries === 'multipart';
    const response = await this.#world.app.inject({
      ...{ method: call.method, url: call.path, remoteAddress: this.#network },
      headers: {
        ...(actor.session && { cookie: `${SESSION_COOKIE}=${actor.session.token}` }),
        ...(call.method === 'POST' && !isUpload && { 'content-type': 'application/json' }),
      },
      ...(call.method === 'POST'
        ? { payload: isUpload ? await anUpload(input) : JSON.stringify(input) }
        : { query: input as Record<string, string> }),
    });
    const cookie = response.cookies.find(({ name }) => name === SESSION_COOKIE);
    return {
      text: this.#hear(op, response.statusCode, response.json()),
      status: response.statusCode,
      token: cookie && (cookie.value || null),
    };
  }

  /** Checks the replies of the actions that have ended, and lets their actors continue. */
  #finish(): void {
    for (const going of [...this.#going]) {
      const { actor, op, reply, crashed } = going;
      if (!reply) continue;
      this.#going.splice(this.#going.indexOf(going), 1);
      actor.busy = false;
      this.trace.push(`${actor.name}#${op.id} => ${reply.text}`);
      if (crashed || reply.status === 200) this.#deliver(op);
      if (reply.status === 200) this.#succeeded.add(op.id);
      if (crashed && reply.status === 503) {
        this.#lost.add(op.id);
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

  #hear(op: ByCall, status: number, body: unknown): string {
    if (op.do === 'sign up' && status === 200) {
      const { user } = body as { user?: { _id: string; email: string } };
      if (user) this.#ids.users[newcomerOf(op)] = { id: user._id, email: user.email };
    }
    return replyText(op, status, body);
  }

  /** Mail arrives once its action has ended. After a lost reply it may be one that was never sent. */
  #deliver(op: Op): void {
    for (const { to, text } of this.#world.mailOf(op.id)) {
      const code = /\/confirm\/([\w-]+)/.exec(text)?.[1];
      const token = /\/link\/([\w-]{43})/.exec(text)?.[1];
      if (code) {
        this.#ids.codes[op.id] = code;
        this.#mails.push(op.id);
      }
      const who = recipients[to];
      // Not the link in a signer's receipt, which is read-only.
      if (token && who && (op.do === 'send agreement' || op.do === 'pass on link')) {
        this.#ids.links[linkOf(op, who)] = token;
        this.#links.push(linkOf(op, who));
      }
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
      text: `select 'applications' as kind, u.first_name as name, a.id::text from applications a
          join users u on u.client_id = a.client_id and u.id = a.student_id where a.client_id = $1
        union all select 'projects', u.first_name, p.id::text from projects p
          join users u on u.client_id = p.client_id and u.id = p.student_id where p.client_id = $1
        union all select 'texts', u.first_name, a.text_hash from agreements a
          join projects p on p.client_id = a.client_id and p.id = a.project_id
          join users u on u.client_id = p.client_id and u.id = p.student_id
          where a.client_id = $1 and a.text_hash is not null
        union all select 'files', f.name, f.id::text from files f where f.client_id = $1 and f.owner_id is not null
        union all select 'entries', e.text_log, e.id::text from hour_entries e where e.client_id = $1`,
      values: [this.#ids.client],
    });
    const of = (kind: string) =>
      Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ name, id }) => [name, id]));
    this.#known = {
      ...this.#ids,
      ...{ applications: of('applications'), projects: of('projects') },
      ...{ entries: of('entries'), files: of('files'), texts: of('texts') },
    };
  }

  /** After the last action, everything that the term has changed is read through calls, and must match the model. */
  async #compare(): Promise<string | null> {
    const admin = this.#actors.find(({ name }) => name === 'admin') ?? unreachable();
    const isMasked = () => {
      const session = admin.session && this.#orders.state.sessions[admin.session.label];
      return session?.user !== 'admin';
    };
    if (isMasked()) await this.#alone(admin, { do: 'log in', user: 'admin', password: admin.password });
    // After a lost reply, either of two passwords may be the current one.
    const other = passwords.find((one) => one !== admin.password) ?? PASSWORD;
    if (isMasked()) await this.#alone(admin, { do: 'log in', user: 'admin', password: other });
    await this.#alone(admin, { do: 'read applicants' });
    for (const student of students) {
      await this.#alone(admin, { do: 'read placement', student });
      await this.#alone(admin, { do: 'read agreement', student });
      if (this.#hasFiles) await this.#readFiles(isMasked() ? null : admin, student);
    }
    const phone = this.#actors.find(({ name }) => name === 'phone') ?? unreachable();
    for (const link of this.#links) await this.#alone(phone, { do: 'open link', link });
    const strays = await findStrays(this.#world, this.#ids.client, {
      ...{ succeeded: this.#succeeded, lost: this.#lost },
    });
    return strays.join(', ') || null;
  }

  /** Begins with offers to two students and one that was undone, or with a placement, so that more happens to them. */
  async #open(beginning: 'empty' | 'offers' | 'placement' | 'approved hours' | 'agreement'): Promise<void> {
    const by = (name: string) => this.#actors.find((actor) => actor.name === name) ?? unreachable();
    const offered: Student[] = beginning === 'empty' ? [] : beginning === 'offers' ? ['Ada', 'Ben'] : ['Ada'];
    for (const student of offered) {
      await this.#alone(by(student), { do: 'apply' });
      await this.#alone(by('business'), { do: 'move', student, to: 'Offered' });
    }
    if (beginning === 'offers') {
      // Its job still runs.
      await this.#alone(by('Cy'), { do: 'apply' });
      await this.#alone(by('business'), { do: 'offer', student: 'Cy' });
      await this.#alone(by('business'), { do: 'undo offer', student: 'Cy' });
    }
    if (beginning === 'empty' || beginning === 'offers') return;
    await this.#alone(by('Ada'), { do: 'move', student: 'Ada', to: 'Accepted' });
    if (beginning === 'approved hours') {
      await this.#alone(by('Ada'), { do: 'log', student: 'Ada', hours: 140 });
      const entry = entryOf({ id: this.#lastId });
      await this.#alone(by('business'), { do: 'decide', student: 'Ada', entry, decision: 1 });
      await this.#alone(by('admin'), { do: 'sign off', student: 'Ada', item: 'hours' });
      await this.#alone(by('Ada'), { do: 'log', student: 'Ada', hours: 70 });
    }
    if (beginning !== 'agreement') return;
    await this.#alone(by('admin'), { do: 'fill in', student: 'Ada', revision: 1 });
    await this.#alone(by('admin'), { do: 'send agreement', student: 'Ada', revision: 2 });
  }

  /** Ada uploads two files: one for her final project and one as her picture. */
  async #storeFiles(): Promise<void> {
    const ada = this.#actors.find(({ name }) => name === 'Ada') ?? unreachable();
    for (const use of ['add file', 'use picture'] as const) {
      await this.#alone(ada, { do: 'upload', student: 'Ada' });
      await this.#alone(ada, { do: use, student: 'Ada', file: fileOf({ id: this.#lastId }) });
    }
  }

  /** Staff see what is used, unless their masquerade could not be ended; students see all of their own. */
  async #readFiles(admin: Actor | null, student: Student): Promise<void> {
    if (admin) {
      await this.#alone(admin, { do: 'read picture', student });
      await this.#alone(admin, { do: 'read final project', student });
    }
    const own = this.#actors.find(({ name }) => name === student) ?? unreachable();
    await this.#alone(own, { do: 'read files', student });
  }

  async #alone(actor: Actor, choice: Choice): Promise<void> {
    await this.#start(actor, choice);
    await this.#run(0, 1);
  }

  /** After a failure, lets everything under way end. */
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
  #choose(actor: Actor): Choice | null {
    const { state } = this.#orders;
    const [now, today] = [this.#world.clock.now().getTime(), DAY.format(this.#world.clock.now())];
    const session = actor.session?.label ?? null;
    const possible = this.#possible(actor, state, now);
    if (possible.length === 0) return null;
    const succeeds = (choice: Choice) => {
      const op: Op = { ...choice, id: this.#lastId + 1, session, now, today };
      return act(state, op, standing(state, op)).reply.startsWith('200');
    };
    const good = this.#dice.chance(0.8) ? possible.filter(succeeds) : possible;
    return this.#dice.pick(good.length > 0 ? good : possible);
  }

  #possible(actor: Actor, state: State, now: number): Choice[] {
    const { user } = actor;
    if (user === 'jobs') return this.#dueOffers(now);
    if (user === 'link') return choicesByLink(this.#links, state);
    if (user === 'newcomer') return this.#byNewcomer(actor, state);
    const session = actor.session && state.sessions[actor.session.label];
    // A person who was logged out may not have noticed.
    if (!session && actor.session && this.#dice.chance(0.5)) return choicesOf(user, state);
    if (!session) return passwords.map((password) => ({ do: 'log in', user, password }));
    const student = students.find((one) => one === session.user);
    if (this.#hasFiles && student && this.#dice.chance(0.7)) return onFiles(student, state);
    const own = choicesOf(session.user, state);
    if (session.behind) own.push({ do: 'end masquerade' }, { do: 'end masquerade' });
    if (this.#hasPasswords && !session.behind) {
      const next = passwords.find((one) => one !== actor.password) ?? PASSWORD;
      own.push({ do: 'change password', owner: user, password: actor.password, next }, { do: 'log out' });
    }
    return own;
  }

  /** Someone who has not signed up has no session yet. Too many sign-ups would be refused. */
  #byNewcomer({ session }: Actor, state: State): Choice[] {
    const user = session && state.sessions[session.label]?.user;
    const own = user ? choicesOf(user, state) : signUps();
    const confirming = this.#mails.map((mail): Choice => ({ do: 'confirm', mail }));
    return [...own, ...confirming, ...confirming].filter(
      (choice) => !['sign up', 'resend confirmation'].includes(choice.do) || this.#signUps < 5,
    );
  }

  /** The jobs that could run now. A job may run more than once. */
  #dueOffers(now: number): Choice[] {
    const of = (id: string) => students.find((student) => this.#ids.applications[student] === id);
    return this.#world.jobs.offers.flatMap((offer) => {
      const student = of(offer.applicationId);
      const at = Date.parse(offer.sendsAt);
      return student && at <= now ? [{ do: 'send offer', student, at } as const] : [];
    });
  }
}

async function anUpload(fields: object): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('fileupload', new Blob([Uint8Array.from(await aPicture({ width: 8, height: 6 }))]), 'sails.jpg');
  return form;
}

class Failure extends Error {}

function unreachable(): never {
  throw new Error('every browser has an actor');
}
