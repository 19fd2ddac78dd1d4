import type { InputOf, ListCall, ReplyOf } from '@waypost/contract/call';
import { refuse } from '@waypost/contract/refusal';
import type { Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import type { Actor } from './actor.ts';

/** What arrived in `fileupload`. */
export interface UploadedFile {
  name: string;
  content: Buffer;
}

/** What a browser is given to keep, and until when. */
export interface Given {
  token: string;
  expiresAt: Date;
}

/** What a handler has of one request. It never sees the web framework. */
export class Request<In> {
  readonly input: In;
  /** Null for those whom an open call also serves. */
  readonly caller: Actor | null;
  readonly now: Date;
  /** The caller's network address: for limits alone, never kept. */
  readonly network: string;
  readonly outside: Outside;
  readonly file: UploadedFile | null;
  /** What the reply says beside its body. */
  readonly effects: {
    session?: Given | 'end';
    verifiedCode?: Given | 'end';
    device?: Given;
    total?: number;
  } = {};
  /** The mailed code that this browser has just shown to be right. */
  readonly verifiedCode: string | null;
  /** What this browser was given when somebody last signed in with it. */
  readonly device: string | null;

  constructor(
    parts: Pick<
      Request<In>,
      'input' | 'caller' | 'now' | 'network' | 'outside' | 'file' | 'verifiedCode' | 'device'
    >,
  ) {
    this.input = parts.input;
    this.caller = parts.caller;
    this.now = parts.now;
    this.network = parts.network;
    this.outside = parts.outside;
    this.file = parts.file;
    this.verifiedCode = parts.verifiedCode;
    this.device = parts.device;
  }

  /** The caller of a call that only those who are signed in can make. */
  get actor(): Actor {
    return this.caller ?? refuse('no-session');
  }

  /** Gives the browser this session from the reply on, or takes its session away. */
  giveSession(session: Given | 'end'): void {
    this.effects.session = session;
  }

  /** Lets this browser, and no other, set the password that the code is for; or no longer. */
  giveVerifiedCode(code: Given | 'end'): void {
    this.effects.verifiedCode = code;
  }

  /** Has the browser remember that its owner signed in with it. */
  giveDevice(device: Given): void {
    this.effects.device = device;
  }

  /** Says how many rows there are in all, of which the reply is a page: the `X-Total-Count` header. */
  announceTotal(total: number): void {
    this.effects.total = total;
  }
}

/** The usual handler: one transaction, entered as the caller, committed when it returns. */
export type InTransaction<In, Out> = (request: Request<In>, tx: Tx) => Promise<Out>;

/** Runs `work` in a transaction of its own, entered as the caller like any other. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * A handler that waits for something outside the database (a password's hash, a file's bytes, another
 * service) and must hold no transaction meanwhile; it opens its own, as short as they can be.
 */
export interface OutsideTransaction<In, Out> {
  readonly outsideTransaction: (request: Request<In>, transaction: Transaction) => Promise<Out>;
}

/**
 * A handler that only reads what the session itself names, so that its question need not wait for who that is:
 * BEGIN, `enter`, the question and COMMIT go in one trip. It yields how to answer, which is asked for once it
 * is known who the caller is and that they may call. Never for a handler that writes: see `lastly`.
 */
export interface InOneTrip<In, Out> {
  readonly inOneTrip: (tx: Tx, tokenHash: Buffer) => Promise<(request: Request<In>) => Out>;
}

/**
 * A list has two forms: `page` for an input that has a `limit`, and `whole` for one that has none. `whole` announces the
 * total before its first batch, and its transaction stays open until the reader has the last one.
 */
export interface ListHandler<In, Out, Row> {
  readonly page?: InTransaction<In, Out>;
  /** What a whole list writes: committed first, so that it stays where the reader goes away, and locks nothing. */
  readonly before?: InTransaction<In, void>;
  readonly whole: (request: Request<In>, tx: Tx) => AsyncGenerator<readonly Row[]>;
}

export type Handler<In, Out> =
  | InTransaction<In, Out>
  | InOneTrip<In, Out>
  | OutsideTransaction<In, Out>
  | ListHandler<In, Out, unknown>;

export function outsideTransaction<In, Out>(
  handle: (request: Request<In>, transaction: Transaction) => Promise<Out>,
): OutsideTransaction<In, Out> {
  return { outsideTransaction: handle };
}

export function inOneTrip<In, Out>(
  ask: (tx: Tx, tokenHash: Buffer) => Promise<(request: Request<In>) => Out>,
): InOneTrip<In, Out> {
  return { inOneTrip: ask };
}

/** One handler for each of a feature's calls: a call without one does not compile. */
export type Handlers<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends ListCall<infer In, infer Out, infer Row>
    ? ListHandler<In, Out, Row>
    : Handler<InputOf<Calls[K]>, ReplyOf<Calls[K]>>;
};
