import type { UseQueryResult } from '@tanstack/react-query';
import type { Message } from '@waypost/contract/i18n';
import type { Use } from '@waypost/contract/lists/calls';
import type { ReactNode } from 'react';

/** Whatever stands on a list. */
export interface Entry {
  _id: string;
  ordinal: number;
}

/** The texts of a list's screen (docs/behavior/lists.md). */
export interface ListWords {
  title: Message;
  /** The button that opens the form. */
  add: Message;
  /** How many entries there are: `{n}`. */
  count: Message;
  none: Message;
  /** What the list is for. */
  lead: Message;
  /** The button that deletes an entry, what it asks about `{entry}`, and the refusal while `{uses}` use it. */
  remove: Message;
  removing: Message;
  inUse: Message;
  /** What its deletion is confirmed by: `Focus Area successfully deleted`. */
  deleted: Message;
  /** What a list without entries offers, to begin with one and with the defaults. */
  addFirst: Message;
  startWithDefaults?: Message;
  /** What loading the defaults is confirmed by. */
  loaded?: Message;
}

export interface EntryFormProps<E> {
  /** What is changed; absent where something is added. */
  entry: E | undefined;
  /** It is saved; `another`: the form stays for the next. */
  onSaved: (another: boolean) => void;
  onClose: () => void;
}

/** A list as its screen keeps it: what it says, and how it is read and changed. */
export interface KeptList<E extends Entry> {
  words: ListWords;
  /** What the list says where it is the platform's default list. */
  defaultWords?: Pick<ListWords, 'title' | 'lead' | 'addFirst'>;
  useEntries: (asDefaults: boolean) => UseQueryResult<E[]>;
  /** The calls whose replies are out of date once the list has changed. */
  reads: readonly { path: string }[];
  nameOf: (entry: E) => string;
  /** What is said of an entry under its name. */
  detailOf?: (entry: E) => ReactNode;
  canEdit: boolean;
  canDelete: (entry: E) => boolean;
  remove: (id: string) => Promise<{ message: string; uses?: Use[] | undefined }>;
  reorder: (list: Entry[]) => Promise<unknown>;
  loadDefaults?: () => Promise<unknown>;
  Form: (props: EntryFormProps<E>) => ReactNode;
}
