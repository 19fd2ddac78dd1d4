import type { CallName } from '@waypost/contract/all-calls';
import type { AuditAction } from '@waypost/contract/audit/rules';
import type { Message } from '@waypost/contract/i18n';
import type { LinkCaller } from '../access/actor.ts';
import type { Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import type { FormState, Html } from './html.ts';

type Details = Record<string, string | number | boolean>;

/** Something that was done by a link: one line of its receipt and one entry of the audit trail. */
export interface LinkDeed {
  /** The person it concerns. */
  about: { id: string; name: string } | null;
  details: Details;
  /** As what it is recorded, where an account's is recorded too. */
  action?: AuditAction;
}

export interface Outcome {
  deeds: LinkDeed[];
  /** Whether nothing is left to do by this link. */
  isDone: boolean;
  /** The server's own work in the same transaction, after the link's role: what it audits and notifies beyond the deeds. */
  after?: (tx: Tx, outside: Outside) => Promise<void>;
}

/** What is posted by a link, by somebody who typed this name. */
export interface Deed {
  name: string;
  values: URLSearchParams;
  now: Date;
}

/**
 * What a link is for. `open` and `act` run under the role `waypost_link`, so a migration gives the purpose its policies and
 * columns; `all-purposes.ts` lists it (ARCHITECTURE.md#how-to-add-a-purpose-of-links).
 */
export interface Purpose {
  /** The call that a link of this purpose makes: the access table has to name the purpose. */
  call: CallName;
  /** The calls of buttons that make another, by the button. */
  otherCalls?: Readonly<Record<string, CallName>>;
  title: Message;
  /** Whether its recipient may pass it on to a colleague. */
  mayPassOn: boolean;
  /** Reads what the page shows, and returns the page's form. Null if there is nothing to reach (any more). */
  open(tx: Tx, link: LinkCaller, now: Date): Promise<((form: FormState) => Html) | null>;
  /** Does what was posted, by the same functions and rules as an account. Refuses with the fields that are wrong. */
  act(tx: Tx, link: LinkCaller, deed: Deed): Promise<Outcome>;
  /** What the page shows beside the receipt once it is done, read by the server. */
  keep?(tx: Tx, link: LinkCaller): Promise<Html | null>;
  /** A deed in words. */
  receipt(details: Details): string;
}
