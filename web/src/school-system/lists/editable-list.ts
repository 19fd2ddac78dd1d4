import type { UseQueryResult } from '@tanstack/react-query';
import type { Message } from '@waypost/contract/i18n';
import type { Use } from '@waypost/contract/school-system/lists/calls';
import type { ReactNode } from 'react';

/** An entry of any list. */
export interface Entry {
  _id: string;
  ordinal: number;
}

/** The texts of a list's screen (docs/behavior/lists.md). */
export interface ListWords {
  title: Message;
  /** The button that opens the form. */
  add: Message;
  /** The number of entries: `{n}`. */
  count: Message;
  none: Message;
  /** The purpose of the list. */
  lead: Message;
  /** The Delete button, its question about `{entry}`, and the refusal while `{uses}` use it. */
  remove: Message;
  removing: Message;
  inUse: Message;
  /** Confirms a deletion: `Focus Area successfully deleted`. */
  deleted: Message;
  /** The buttons of an empty list: add a first entry, or load the defaults. */
  addFirst: Message;
  startWithDefaults?: Message;
  /** Confirms that the defaults were loaded. */
  loaded?: Message;
}

export interface EntryFormProps<E> {
  /** The entry to edit; undefined to add one. */
  entry: E | undefined;
  /** Called after saving; `another` keeps the form open for the next entry. */
  onSaved: (another: boolean) => void;
  onClose: () => void;
}

/** What `ListScreen` needs to show and edit a list: its texts, queries and mutations. */
export interface EditableList<E extends Entry> {
  words: ListWords;
  /** The texts that differ for the platform's default list. */
  defaultWords?: Pick<ListWords, 'title' | 'lead' | 'addFirst'>;
  useEntries: (asDefaults: boolean) => UseQueryResult<E[]>;
  /** The calls to refetch after the list has changed. */
  reads: readonly { path: string }[];
  nameOf: (entry: E) => string;
  /** Details shown below an entry's name. */
  detailOf?: (entry: E) => ReactNode;
  /** An entry's Spanish, or '' if it has none; undefined for a list that is not translated. */
  spanishOf?: (entry: E) => string;
  /** Whether an entry can be edited, or only translated. */
  change: 'edit' | 'translate';
  canDelete: (entry: E) => boolean;
  remove: (id: string) => Promise<{ message: string; uses?: Use[] | undefined }>;
  reorder: (list: Entry[]) => Promise<unknown>;
  loadDefaults?: () => Promise<unknown>;
  Form: (props: EntryFormProps<E>) => ReactNode;
}
