import type { CallName } from '@waypost/contract/all-calls';
import type { Message } from '@waypost/contract/i18n';
import type { Proof } from '@waypost/contract/messages/proofs/rules';
import type { AuditAction } from '@waypost/contract/oversight/audit/rules';
import type { ReactNode } from 'react';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import type { FormState } from './html.tsx';

/** A file in the store. */
export interface StoredDocument {
  name: string;
  contentType: string;
  bytes: number;
  storageKey: string;
}

type Details = Record<string, string | number | boolean>;

/** An action by a link: one line of its receipt and one entry of the audit trail. */
export interface LinkAction {
  /** The person concerned. */
  about: { id: string; name: string } | null;
  details: Details;
  /** The same as for an account. */
  action: AuditAction;
}

export interface Outcome {
  actions: LinkAction[];
  /** Whether the link has nothing left to do. */
  isDone: boolean;
  /**
   * The server's own work in the same transaction, after leaving the link's role: additional audit entries and mail.
   */
  after?: (tx: Tx, outside: Outside) => Promise<void>;
}

/** The second proof of the person who acts, as it is saved. */
export interface Proven {
  proof: Proof;
  /** The other address or the phone number, masked. */
  proofTo: string;
}

/** The input of a POST by link, with the typed name. */
export interface Submission {
  name: string;
  /** The recipient's name on file, if the typed one is another and `asPerson` is set; otherwise empty. */
  nameOnFile: string;
  /** Null if none is required. */
  proven: Proven | null;
  values: URLSearchParams;
  now: Date;
}

/**
 * What a link is for. `open` and `act` run under the role `waypost_link`, so a migration grants the purpose its
 * policies and columns; `all-purposes.ts` lists it (ARCHITECTURE.md#how-to-add-a-purpose-of-links).
 */
export interface Purpose {
  /** The call that a link of this purpose makes. The access table must name the purpose. */
  call: CallName;
  /** The calls of buttons that make a different one, by button. */
  otherCalls?: Readonly<Record<string, CallName>>;
  title: Message;
  /** The buttons that take a second proof, where the school system requires one (docs/behavior/proofs.md). */
  proves?: readonly string[];
  /** Whether its recipient acts as the person on file: another typed name asks whether they are that person. */
  asPerson?: boolean;
  /** Whether its recipient may pass it on to a colleague. */
  mayPassOn: boolean;
  /**
   * Reads what the page shows, and returns the page's form. Null if the subject no longer exists or is out of reach.
   */
  open(tx: Tx, link: LinkCaller, now: Date): Promise<((form: FormState) => ReactNode) | null>;
  /** What to say to someone who lost access; otherwise it is not found, or not possible. */
  noLonger?: Message;
  /** Performs the submitted action with the same functions and rules as an account. Refuses with the invalid fields. */
  act(tx: Tx, link: LinkCaller, submission: Submission): Promise<Outcome>;
  /** Additional content of the receipt page, read by the server. `path` is that of the page. */
  keep?(tx: Tx, link: LinkCaller, path: string): Promise<ReactNode>;
  /** The document that a link which is done can download, read by the server. */
  document?(tx: Tx, link: LinkCaller): Promise<StoredDocument | undefined>;
  /** Why an expired link is not worth renewing, in words; null if it is. Read by the server. */
  isOver?(tx: Tx, link: LinkCaller, now: Date): Promise<string | null>;
  /** An action in words. */
  receipt(details: Details): string;
}
