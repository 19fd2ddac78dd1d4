import type { Dice } from '../../src/demo/random.ts';
import { accountMoves, OTHER_PASSWORD, PASSWORD, sessionMoves, signUpMoves } from './account-moves.ts';
import { agreementMoves } from './agreement-moves.ts';
import { applicationMoves } from './application-moves.ts';
import { fileMoves } from './file-moves.ts';
import { waysByLink } from './link-moves.ts';
import { type Choice, choose, type Moment, trespass } from './model.ts';
import type { Move } from './move.ts';
import { approvalMoves, hoursMoves, schoolworkMoves } from './placement-moves.ts';
import { deliver, type Reply } from './send.ts';
import {
  entryOf,
  fileOf,
  firstState,
  isStudent,
  type Op,
  type State,
  type Student,
  sessionOf,
  students,
  type User,
} from './state.ts';
import { browsers, hoursLinks, type Ids, tokenOf, type World } from './world.ts';

/** A browser, someone with links but no account, or the job queue. */
export interface Actor {
  name: string;
  user: User | 'newcomer' | 'link' | 'jobs';
  session: { label: string; token: string } | null;
  password: string;
  busy: boolean;
}

/** What the people of a term do beside applying, working and approving. */
export interface Interests {
  passwords: boolean;
  signUps: boolean;
  /** Whether students upload files, Ada in two browsers. */
  files: boolean;
  /** Whether people try to access what is not theirs. */
  trespasses: boolean;
}

const SIGN_UPS = 5;

/** The people of a term: their browsers, what they have received, and what they choose to do. */
export class Cast {
  readonly actors: Actor[];
  readonly ids: Ids;
  /** The links that people have received. */
  readonly links: string[] = [...hoursLinks];
  readonly #world: World;
  readonly #dice: Dice;
  readonly #interests: Interests;
  readonly #mails: number[] = [];
  #signUps = 0;

  constructor(world: World, ids: Ids, { dice, interests }: { dice: Dice; interests: Interests }) {
    this.#world = world;
    this.#dice = dice;
    this.#interests = interests;
    this.ids = ids;
    const strangers = ['teacher', 'rival', 'outsider'];
    const isUsed = (name: string) =>
      strangers.includes(name) ? interests.trespasses : name !== 'Ada 2' || interests.files;
    const used = Object.entries(browsers).filter(([name]) => isUsed(name));
    this.actors = used.map(([name, user]) => ({
      name,
      user,
      password: PASSWORD,
      busy: false,
      session: { label: name, token: tokenOf(ids.term, name) },
    }));
    const without = { session: null, password: '', busy: false };
    this.actors.push({ ...without, name: 'job queue', user: 'jobs' });
    // Two people may open the same link.
    for (const name of ['phone', 'laptop']) this.actors.push({ ...without, name, user: 'link' });
    if (interests.signUps)
      for (const name of ['newcomer', 'newcomer 2']) this.actors.push({ ...without, name, user: 'newcomer' });
  }

  firstState(room: { spots: number; places: number }): State {
    const sessions = Object.fromEntries(
      Object.entries(browsers).map(([label, user]) => [label, { user, behind: null }]),
    );
    const anHoursLink = { purpose: 'hours', student: null, party: 'business', state: 'open' } as const;
    const links = Object.fromEntries(hoursLinks.map((label) => [label, { ...anHoursLink, to: 'business' }]));
    return firstState({ ...room, sessions, links, password: PASSWORD });
  }

  by(name: string): Actor {
    const found = this.actors.find((actor) => actor.name === name);
    if (!found) throw new Error(`${name} is not in this term`);
    return found;
  }

  /** The actor learns what a reply says, and gets the mail. */
  hear(actor: Actor, op: Op, { status, text, token }: Reply): void {
    if (token !== undefined) actor.session = token ? { label: sessionOf(op), token } : null;
    // All browsers of a person use the same password.
    if (op.do === 'change password' && text === '200 success')
      for (const one of this.actors) if (one.user === op.user) one.password = op.next;
    if (status === 200) this.receive(op);
  }

  receive(op: Op): void {
    const { links, isConfirmation } = deliver(this.#world, op, this.ids);
    this.links.push(...links);
    if (isConfirmation) this.#mails.push(op.id);
  }

  /** What this actor does next; null for nothing. */
  choose(actor: Actor, state: State, moment: Moment): Choice | null {
    const { user } = actor;
    if (user === 'jobs') return this.#pick(this.#dueOffers(moment.now));
    if (user === 'link') return this.#pick(waysByLink(this.links, state));
    const session = actor.session && state.sessions[actor.session.label];
    if (user === 'newcomer') return this.#byNewcomer(session?.user, state, moment);
    // A person who was logged out may not have noticed.
    if (!session && !(actor.session && this.#dice.chance(0.5)))
      return { do: 'log in', user, password: this.#dice.pick([PASSWORD, OTHER_PASSWORD]) };
    const caller = session?.user ?? user;
    if (session?.behind && this.#dice.chance(0.4)) return { do: 'end masquerade' };
    if (this.#interests.trespasses && this.#dice.chance(isStudent(user) ? 0.1 : (STRANGERS[user] ?? 0)))
      return trespass(this.#dice, state);
    const isOnFiles = this.#interests.files && isStudent(caller) && this.#dice.chance(0.4);
    const usual: Record<string, Move> = this.#interests.passwords ? { ...USUAL, ...sessionMoves } : USUAL;
    const among = isOnFiles ? fileMoves : usual;
    return choose(this.#dice, state, caller, { among, moment });
  }

  #pick(choices: readonly Choice[]): Choice | null {
    return choices.length > 0 ? this.#dice.pick(choices) : null;
  }

  /** Someone who has not signed up has no session yet. Too many sign-ups would be refused. */
  #byNewcomer(user: User | undefined, state: State, moment: Moment): Choice | null {
    const mail = this.#mails.length > 0 ? this.#dice.pick(this.#mails) : 0;
    if (mail > 0 && this.#dice.chance(0.5)) return { do: 'confirm', mail };
    if (user && this.#dice.chance(0.5)) return this.#pick([{ do: 'read self' }, { do: 'apply' }]);
    if (this.#signUps >= SIGN_UPS) return { do: 'read self' };
    this.#signUps += 1;
    if (user && this.#dice.chance(0.5)) return { do: 'resend confirmation' };
    return choose(this.#dice, state, 'Ada', { among: { 'sign up': signUpMoves['sign up'] }, moment });
  }

  /** The jobs that could run now. A job may run more than once. */
  #dueOffers(now: number): Choice[] {
    return this.#world.jobs.offers.flatMap(({ applicationId, sendsAt }) => {
      const student = students.find((one) => this.ids.rows[`application ${one}`] === applicationId);
      const at = Date.parse(sendsAt);
      return student && at <= now ? [{ do: 'send offer', student, at }] : [];
    });
  }
}

/** How often people try what is not theirs. */
const STRANGERS: Partial<Record<Actor['user'], number>> = { rival: 1, outsider: 1, teacher: 1 };

const USUAL: Record<string, Move> = {
  ...applicationMoves,
  ...agreementMoves,
  ...hoursMoves,
  ...approvalMoves,
  ...schoolworkMoves,
  ...accountMoves,
};
delete USUAL['end masquerade'];

type Step = readonly [who: string, choice: Choice];
/** The next steps, given the number of the last action, which names what it made. */
type Steps = (last: number) => Step[];

const offerTo = (student: Student): Steps[] => [
  () => [
    [student, { do: 'apply' }],
    ['business', { do: 'move', student, to: 'Offered' }],
  ],
];
const placed: Steps[] = [...offerTo('Ada'), () => [['Ada', { do: 'move', student: 'Ada', to: 'Accepted' }]]];
const log =
  (hours: number): Steps =>
  () => [['Ada', { do: 'log', student: 'Ada', hours }]];
const decided =
  (decision: 1 | -1): Steps =>
  (last) => [['business', { do: 'decide', student: 'Ada', entry: entryOf({ id: last }), decision }]];
const approved = decided(1);

/** Two files of Ada: one for her placement, if she has one, and one as her picture. */
export const withFiles: Steps[] = [
  () => [['Ada', { do: 'upload' }]],
  (last) => [['Ada', { do: 'add file', student: 'Ada', file: fileOf({ id: last }) }]],
  () => [['Ada', { do: 'upload' }]],
  (last) => [['Ada', { do: 'use picture', student: 'Ada', file: fileOf({ id: last }) }]],
];

/** Terms begin with offers or a placement, so that more happens to them. */
export const beginnings: Record<string, Steps[]> = {
  empty: [],
  offers: [
    ...offerTo('Ada'),
    ...offerTo('Ben'),
    // Its job still runs.
    () => [
      ['Cy', { do: 'apply' }],
      ['business', { do: 'offer', student: 'Cy' }],
      ['business', { do: 'undo offer', student: 'Cy' }],
    ],
  ],
  placement: placed,
  'hours sent back': [...placed, log(70), decided(-1)],
  'approved hours': [
    ...placed,
    log(140),
    approved,
    () => [['admin', { do: 'sign off', student: 'Ada', item: 'hours' }]],
    log(70),
  ],
  agreement: [
    ...placed,
    () => [
      ['admin', { do: 'fill in', student: 'Ada', revision: 1 }],
      ['admin', { do: 'send agreement', student: 'Ada', revision: 2 }],
    ],
  ],
  'all is handed in': [
    ...placed,
    log(140),
    approved,
    () => [
      ...[0, 1].map((question): Step => ['Ada', { do: 'answer', student: 'Ada', question, text: 'Care.' }]),
      ['Ada', { do: 'summarize', student: 'Ada', text: 'I built a boat.' }],
      ...[0, 1].map((seen): Step => ['business', { do: 'evaluate', student: 'Ada', seen }]),
      ...(['hours', 'evals'] as const).map(
        (item): Step => ['admin', { do: 'sign off', student: 'Ada', item }],
      ),
    ],
  ],
};
