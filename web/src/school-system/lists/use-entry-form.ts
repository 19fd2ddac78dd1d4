import type { Call } from '@waypost/contract/call';
import { useRef } from 'react';
import { type Editing, useCheckedForm } from '../../client/form.ts';
import { useUser } from '../../client/session.ts';

interface EntryFormChoices<Values, Parsed> {
  schema: Call<Parsed>['input'];
  initialValues: Values;
  edits?: Editing<Values> | null;
  /** Saves the entry. Rejects to keep the form open with its input. */
  save: (parsed: Parsed, revision: number | undefined) => Promise<void>;
  onSaved: (another: boolean) => void;
  onClose: () => void;
  /** Whether no name has been entered yet; then going back saves nothing (docs/behavior/lists.md#entries). */
  isUnnamed: (values: Values) => boolean;
  invalid?: () => readonly [message: string, title: string];
}

/** The call that loads the list again: a SuperAdmin edits the defaults. */
export function useListAgain<Loading>(calls: { all: Loading; defaults: Loading }): Loading {
  return useUser().role === 'SuperAdmin' ? calls.defaults : calls.all;
}

/** The form of a list's entry. Saving closes it, or resets it for another entry. */
export function useEntryForm<Values extends object, Parsed>(choices: EntryFormChoices<Values, Parsed>) {
  const { save, onSaved, onClose, isUnnamed, ...form } = choices;
  const another = useRef(false);
  const checked = useCheckedForm<Values, Parsed>({
    ...form,
    submit: async (parsed, revision) => {
      await save(parsed, revision);
      if (another.current) checked.form.reset();
      onSaved(another.current);
    },
  });
  return {
    ...checked,
    /** The click handlers of the two buttons, called before the form is submitted. */
    saveAndGoBack: (event: { preventDefault: () => void }) => {
      another.current = false;
      if (!isUnnamed(checked.form.getValues())) return;
      event.preventDefault();
      onClose();
    },
    saveAndAddAnother: () => {
      another.current = true;
    },
  };
}

/** Thrown to keep the form open after the reason was shown. */
export class NotSaved extends Error {}
