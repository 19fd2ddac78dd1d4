import type { Call } from '@waypost/contract/call';
import { useRef } from 'react';
import { useCheckedForm } from '../client/form.ts';

interface EntryFormChoices<Values, Parsed> {
  schema: Call<Parsed>['input'];
  initialValues: Values;
  /** Saves it; rejects where the form has to stay as it is. */
  save: (parsed: Parsed) => Promise<void>;
  onSaved: (another: boolean) => void;
  onClose: () => void;
  /** Whether nothing has been named yet: then going back saves nothing (docs/behavior/lists.md#entries). */
  isUnnamed: (values: Values) => boolean;
  invalid?: () => readonly [message: string, title: string];
}

/** The form of a list's entry: saved and gone back from, or saved and filled in for the next one. */
export function useEntryForm<Values extends object, Parsed>(choices: EntryFormChoices<Values, Parsed>) {
  const { save, onSaved, onClose, isUnnamed, ...form } = choices;
  const another = useRef(false);
  const checked = useCheckedForm<Values, Parsed>({
    ...form,
    submit: async (parsed) => {
      await save(parsed);
      if (another.current) checked.form.reset();
      onSaved(another.current);
    },
  });
  return {
    ...checked,
    /** For the two buttons: told before the form is submitted. */
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

/** The form stays as it is; what stood in the way has been told. */
export class NotSaved extends Error {}
