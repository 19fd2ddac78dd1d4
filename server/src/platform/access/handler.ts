import type { InputOf, ListCall, ReplyOf } from '@waypost/contract/call';
import { refuse } from '@waypost/contract/refusal';
import type { Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import type { Actor } from './actor.ts';
import type { Creation } from './creation-keys.ts';

/** The file in `fileupload`. */
export interface UploadedFile {
  name: string;
  content: Buffer;
}

/** A value that the browser stores, and its expiry. */
export interface BrowserToken {
  token: string;
  expiresAt: Date;
}

/** A request as a handler sees it, without the web framework. */
export class Request<In> {
  readonly input: In;
  /** Null for an open call by someone who is not logged in. */
  readonly caller: Actor | null;
  readonly now: Date;
  /** The caller's network address: used only for limits, never stored. */
  readonly network: string;
  readonly outside: Outside;
  readonly file: UploadedFile | null;
  /** What the request asks to create once, for a call that creates something and names a key. */
  readonly creation: Creation | null;
  /** The reply's cookies and headers. */
  readonly effects: {
    session?: BrowserToken | 'end';
    verifiedCode?: BrowserToken | 'end';
    device?: BrowserToken;
    endsWithBrowser?: boolean;
    total?: number;
  } = {};
  /** The mailed code that this browser has just verified. */
  readonly verifiedCode: string | null;
  /** The secret that this browser received at its last login. */
  readonly device: string | null;
  /** The browser's user agent. */
  readonly agent: string;

  constructor(
    parts: Pick<
      Request<In>,
      | 'input'
      | 'caller'
      | 'now'
      | 'network'
      | 'outside'
      | 'file'
      | 'creation'
      | 'verifiedCode'
      | 'device'
      | 'agent'
    >,
  ) {
    this.input = parts.input;
    this.caller = parts.caller;
    this.now = parts.now;
    this.network = parts.network;
    this.outside = parts.outside;
    this.file = parts.file;
    this.creation = parts.creation;
    this.verifiedCode = parts.verifiedCode;
    this.device = parts.device;
    this.agent = parts.agent;
  }

  /** The caller, for calls that require a session. */
  get actor(): Actor {
    return this.caller ?? refuse('no-session');
  }

  /** Sets this browser's session cookie, or removes it. */
  giveSession(session: BrowserToken | 'end'): void {
    this.effects.session = session;
  }

  /** Whether this browser's sessions end when it is closed, until the next login. */
  endWithBrowser(ends: boolean): void {
    this.effects.endsWithBrowser = ends;
  }

  /** Lets only this browser set the password that the code is for, or revokes that. */
  giveVerifiedCode(code: BrowserToken | 'end'): void {
    this.effects.verifiedCode = code;
  }

  /** Marks this browser as known to its owner. */
  giveDevice(device: BrowserToken): void {
    this.effects.device = device;
  }

  /** Sets the `X-Total-Count` header: the total number of rows, of which the reply is a page. */
  announceTotal(total: number): void {
    this.effects.total = total;
  }
}

/** The usual handler: one transaction, entered as the caller, committed when it returns. */
export type InTransaction<In, Out> = (request: Request<In>, tx: Tx) => Promise<Out>;

/** Runs `work` in a separate transaction, entered as the caller. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * A handler that waits for something outside the database (a password hash, a file's bytes, another service) and must
 * not keep a transaction open meanwhile. It opens its own short transactions.
 */
export interface OutsideTransaction<In, Out> {
  readonly outsideTransaction: (request: Request<In>, transaction: Transaction) => Promise<Out>;
}

/**
 * A handler whose query depends only on the session: BEGIN, `enter`, the query and COMMIT share one round trip. It
 * yields the query and then returns the reply, once the caller is known and allowed to call. Never for a handler that
 * writes: see `commitWithLastQuery`.
 */
export interface InOneTrip<In, Out> {
  readonly inOneTrip: (tx: Tx, tokenHash: Buffer) => Promise<(request: Request<In>) => Out>;
}

/**
 * A list has two forms: `page` for an input with a `limit`, and `whole` for one without. `whole` announces the total
 * before its first batch, and its transaction stays open until the last batch is read.
 */
export interface ListHandler<In, Out, Row> {
  readonly page?: InTransaction<In, Out>;
  /**
   * The writes of a whole list: committed first, so that they persist if the reader disconnects and no lock remains.
   */
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

/** One handler for each of a feature's calls. A call without one does not compile. */
export type Handlers<Calls> = {
  readonly [K in keyof Calls]: Calls[K] extends ListCall<infer In, infer Out, infer Row>
    ? ListHandler<In, Out, Row>
    : Handler<InputOf<Calls[K]>, ReplyOf<Calls[K]>>;
};
