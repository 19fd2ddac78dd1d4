import type { Dice } from '../../src/demo/random.ts';
import { accountMoves, sessionMoves, signUpMoves } from './account-moves.ts';
import { agreementMoves } from './agreement-moves.ts';
import { applicationMoves, sendOffer } from './application-moves.ts';
import { fileMoves } from './file-moves.ts';
import { byLink, holderOf, linkMoves } from './link-moves.ts';
import { type Move, Only, only } from './move.ts';
import { approvalMoves, hoursMoves, schoolworkMoves } from './placement-moves.ts';
import {
  type Caller,
  type Op,
  type Parameters,
  roleOf,
  type Standing,
  type State,
  type User,
} from './state.ts';

/** The moves that concern placements, which strangers try too. */
const placementMoves: Record<string, Move> = {
  ...agreementMoves,
  ...hoursMoves,
  ...approvalMoves,
  ...schoolworkMoves,
};

export const callMoves: Record<string, Move> = {
  ...applicationMoves,
  ...placementMoves,
  ...accountMoves,
  ...sessionMoves,
  ...signUpMoves,
  ...fileMoves,
};

export type Choice = { do: string } & Partial<Parameters>;
/** The moment of a move, and the session whose cookie it sends. */
export type Moment = Pick<Op, 'id' | 'session' | 'now' | 'today'>;
/** A choice has the parameters that its move reads. */
export const toOp = (choice: Choice, moment: Moment) => ({ ...choice, ...moment }) as Op;

export const isByLink = (op: { do: string }) => op.do in linkMoves;

/** The caller of a move, as the product sees them when the request begins. */
export function standing(state: State, op: Op): Standing {
  if (isByLink(op)) return holderOf(state, op);
  const found = op.session === null ? undefined : state.sessions[op.session];
  const account = found && state.users[found.user];
  if (!found || !account) return null;
  const { password: _, ...known } = account;
  return { ...known, ...found, role: roleOf(found.user) };
}

/** One move, at one moment: the state after it and its reply. */
export function act(before: State, op: Op, caller: Standing): { state: State; reply: string } {
  const state = structuredClone(before);
  try {
    return { reply: `200 ${perform(state, op, caller)}`, state };
  } catch (refusal) {
    if (refusal instanceof Only) return { reply: refusal.reply, state: before };
    throw refusal;
  }
}

const NOBODY: Caller = {
  user: 'Ada',
  role: 'Student',
  behind: null,
  approved: false,
  confirmed: false,
  finished: false,
};

function perform(state: State, op: Op, caller: Standing): string {
  if (op.do === 'send offer') return sendOffer(state, op);
  if (caller && 'link' in caller) return byLink(state, op, caller);
  const move = callMoves[op.do];
  if (!move) throw new Error(`there is no move ${op.do}`);
  if (move.may === 'anyone') return move.does(state, op, caller ?? NOBODY);
  if (!caller) return only('401 no-session');
  admit(move, caller);
  return move.does(state, op, caller);
}

/** Staff need no approval. */
function admit({ may }: Move, { role, finished, confirmed, approved }: Caller): void {
  const need = may === 'anyone' ? 'session' : may[role];
  if (!need) only('403 not-allowed');
  if (need === 'session' || role === 'Admin' || role === 'Teacher') return;
  if (!finished) only('403 unfinished');
  if (need === 'approved' && !confirmed) only('403 unconfirmed');
  if (need === 'approved' && !approved) only('403 unapproved');
}

/** What a person might do: mostly something that succeeds or is refused with a reason if nobody interferes. */
export function choose(
  dice: Dice,
  state: State,
  user: User,
  { among, moment }: { among: Record<string, Move>; moment: Moment },
): Choice {
  const role = roleOf(user);
  const theirs = Object.entries(among).flatMap(([name, { may, weight = 1 }]) =>
    may === 'anyone' || may[role] ? Array<string>(Math.ceil(weight * 3)).fill(name) : [],
  );
  const replyTo = (choice: Choice) => {
    const op = toOp(choice, moment);
    return act(state, op, standing(state, op)).reply;
  };
  const wanted = dice.chance(0.7) ? /^200/ : dice.chance(0.7) ? /^40[09]/ : /./;
  let last: Choice = { do: 'read self' };
  for (let tries = 0; tries < 40; tries += 1) {
    const name = dice.pick(theirs);
    const ways = among[name]?.ways?.(state, user) ?? [];
    if (ways.length === 0) continue;
    last = { do: name, ...dice.pick(ways) };
    if (wanted.test(replyTo(last))) return last;
  }
  return last;
}

/** What a stranger to a placement tries with it. */
export function trespass(dice: Dice, state: State): Choice {
  const name = dice.pick(Object.keys(placementMoves));
  const ways = placementMoves[name]?.ways?.(state, 'admin') ?? [];
  return ways.length > 0 ? { do: name, ...dice.pick(ways) } : { do: 'read self' };
}
