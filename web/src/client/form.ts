import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Call } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { isFailure, missing } from './failure.ts';
import { useLocale } from './locale.ts';
import { mergeChanges } from './merge-changes.ts';
import { notify, showNotSaved } from './notices.ts';

/** A stored record, as a form shows it. */
export interface Opened<Values> {
  values: Values;
  revision: number | null;
}

/** The record that a form edits: which revision it was opened with, and how to load it again. */
export interface Editing<Values> {
  revision: number | null;
  load: () => Promise<Opened<Values>>;
}

/** A form of one entry of a list, which the list's call loads again. Null for a new entry. */
export function editsEntry<Entry extends { _id: string; revision: number }, Values>(
  entry: Entry | null | undefined,
  toValues: (entry: Entry) => Values,
  loadList: () => Promise<Entry[]>,
): Editing<Values> | null {
  if (!entry) return null;
  return {
    revision: entry.revision,
    load: async () => {
      const stored = (await loadList()).find(({ _id }) => _id === entry._id);
      if (!stored) throw missing();
      return { values: toValues(stored), revision: stored.revision };
    },
  };
}

interface FormChoices<Values, Parsed> {
  /** The call's own input schema, shared by the server's validation and the form's errors. */
  schema: Call<Parsed>['input'];
  /** The initial values; selects may still be empty. */
  initialValues: Values;
  /**
   * Receives the schema's output. Rejects with the call's failure. Make the call with
   * `useCall(…).mutateAsync`, which shows a notice for every failure except invalid fields. `revision` is for a form that
   * `edits` something.
   */
  submit: (parsed: Parsed, revision: number | undefined) => Promise<unknown>;
  /** For a form of a stored record. */
  edits?: Editing<Values> | null | undefined;
  /** The path of the fields within the call's input (`profile`), to map the server's errors to fields. */
  within?: string;
  /** The notice of an invalid form, message and title, if it differs from the default. */
  invalid?: (errors: Record<string, string>) => readonly [message: string, title: string];
}

export interface CheckedForm<Values> {
  form: UseFormReturnType<Values>;
  /** Whether a submit is in progress. The button shows it, and a second submit does nothing. */
  busy: boolean;
  /** What is stored, as the form was opened with it or has loaded it since. */
  base: Values;
  /** After a save that leaves the form open: what is stored now. */
  reopen: (stored: Opened<Values>) => void;
  /** The props of the `<form>`: `<form {...formProps}>`. */
  formProps: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onMouseDown: (event: MouseEvent<HTMLFormElement>) => void;
    onClick: (event: MouseEvent<HTMLFormElement>) => void;
    ref: (element: HTMLFormElement | null) => void;
    noValidate: true;
  };
}

/**
 * Throw this in `submit` if the reply refuses the value of one field: the sentence appears at the field, and
 * the form stays unsaved. `submit` then shows its own notice.
 */
export class FieldRefused extends Error {
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

let onField: (schema: z.ZodType, path: string) => void = () => undefined;

/** Reports each field that a form renders. Tests compare these with the keys of the form's schema. */
export function watchFields(listener: typeof onField): void {
  onField = listener;
}

/**
 * A form that shows each field's error when the field loses the focus or the form is submitted, focuses the
 * first invalid field, and shows the server's errors (a 400) at the same fields. No input is lost.
 */
export function useCheckedForm<Values extends object, Parsed>({
  schema,
  initialValues,
  submit,
  edits,
  within,
  invalid = () => [t('Check Your Form for errors'), t('Form Error')],
}: FormChoices<Values, Parsed>): CheckedForm<Values> {
  const form = useForm<Values>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ field }) => {
      onField(schema, String(field));
      return {};
    },
  });
  const [busy, setBusy] = useState(false);
  const underway = useRef(false);
  const element = useRef<HTMLFormElement | null>(null);
  const [refusals, setRefusals] = useState(0);

  const { stored, setStored, save } = useStored({ initialValues, submit, edits }, form, showErrors);
  useErrorsInLanguage(form, schema);

  // Only after rendering the errors are the fields marked as invalid.
  useEffect(() => {
    if (refusals > 0) focusFirstError(element.current);
  }, [refusals]);

  function showErrors(errors: Record<string, string>): void {
    form.setErrors(errors);
    setRefusals((count) => count + 1);
  }

  function refuse(errors: Record<string, string>): void {
    showErrors(errors);
    const stray = strayMessage(errors, form.getValues());
    const [message, title] = invalid(errors);
    notify.warning(stray ?? message, title);
  }

  async function send(): Promise<void> {
    const parsed = schema.safeParse(form.getValues());
    if (!parsed.success) {
      refuse(firstMessages(parsed.error.issues));
      return;
    }
    setBusy(true);
    try {
      form.clearErrors();
      if (await save(parsed.data, stored)) form.resetDirty();
    } catch (error) {
      if (error instanceof FieldRefused) showErrors({ [error.field]: error.message });
      if (isFailure(error, 'invalid-input')) refuse(errorsWithin(error.fields, within));
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    busy,
    base: stored.values,
    reopen: setStored,
    formProps: {
      noValidate: true,
      onMouseDown: keepFocusInField,
      onClick: leaveField,
      ref: (found) => {
        element.current = found;
      },
      onSubmit: (event) => {
        event.preventDefault();
        // A dialog's form inside this one submits only itself.
        event.stopPropagation();
        if (underway.current) return;
        underway.current = true;
        void send().finally(() => {
          underway.current = false;
        });
      },
    },
  };
}

/** What is stored, as the form was opened with it or has loaded it since, and how to save over it. */
function useStored<Values extends object, Parsed>(
  { initialValues, submit, edits }: Pick<FormChoices<Values, Parsed>, 'initialValues' | 'submit' | 'edits'>,
  form: UseFormReturnType<Values>,
  showErrors: (errors: Record<string, string>) => void,
) {
  const [stored, setStored] = useState<Opened<Values>>({
    values: initialValues,
    revision: edits?.revision ?? null,
  });

  /**
   * Returns whether it was saved. If someone else has saved the record since the form was opened, merges their changes into
   * the form. If none of its fields differ, saves again at once.
   */
  async function save(parsed: Parsed, from: Opened<Values>): Promise<boolean> {
    try {
      await submit(parsed, from.revision ?? undefined);
      return true;
    } catch (error) {
      if (!edits || !isFailure(error, 'changed-meanwhile')) throw error;
    }
    const theirs = await edits.load().catch(showNotSaved);
    if (!theirs) return false;
    setStored(theirs);
    const { values, notes } = mergeChanges(from.values, form.getValues(), theirs.values);
    if (Object.keys(notes).length === 0) return save(parsed, theirs);
    form.setValues(values);
    showErrors(notes);
    notify.warning(
      t('Someone else saved this while you were editing. Look at the marked fields, then save again.'),
      t('Changed Meanwhile'),
    );
    return false;
  }

  return { stored, setStored, save };
}

/** Repeats errors from the schema in a new language. The server's own stay as they are. */
function useErrorsInLanguage<Values extends object>(
  form: UseFormReturnType<Values>,
  schema: z.ZodType,
): void {
  const locale = useLocale();
  const shownLocale = useRef(locale);
  useEffect(() => {
    if (shownLocale.current === locale) return;
    shownLocale.current = locale;
    const parsed = schema.safeParse(form.getValues());
    const texts = parsed.success ? {} : firstMessages(parsed.error.issues);
    form.setErrors((errors) =>
      Object.fromEntries(Object.entries(errors).map(([path, error]) => [path, texts[path] ?? error])),
    );
  }, [locale, schema, form]);
}

/**
 * A field that loses the focus shows its error, which would move the button being pressed, so the click would
 * miss it. Therefore a press on a button keeps the focus in the field until the click is over.
 */
function keepFocusInField(event: MouseEvent<HTMLFormElement>): void {
  if (event.currentTarget.contains(document.activeElement) && buttonOf(event)) event.preventDefault();
}

/**
 * Submitting validates every field anyway. Any other button takes the focus, unless the click has moved it.
 */
function leaveField(event: MouseEvent<HTMLFormElement>): void {
  const button = buttonOf(event);
  const field = document.activeElement;
  if (!button || button.type === 'submit') return;
  requestAnimationFrame(() => {
    if (button.isConnected && document.activeElement === field) button.focus();
  });
}

/** The pressed button, unless it acts on the focused text, or is in an open popup. */
function buttonOf({ target, currentTarget }: MouseEvent<HTMLFormElement>): HTMLButtonElement | null {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || !currentTarget.contains(button)) return null;
  const opened = button.closest('.mantine-RichTextEditor-root, [role=dialog], dialog');
  return opened && currentTarget.contains(opened) ? null : button;
}

/** The first message of each field, by path. */
function firstMessages(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message;
  return errors;
}

function errorsWithin(errors: Record<string, string[]>, within: string | undefined): Record<string, string> {
  const prefix = within === undefined ? '' : `${within}.`;
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : path,
      messages[0] ?? '',
    ]),
  );
}

/** An error without a field in this form, for the notice. */
function strayMessage(errors: Record<string, string>, values: object): string | undefined {
  const stray = Object.entries(errors).find(([path]) => !Object.hasOwn(values, path.split('.')[0] ?? ''));
  return stray?.[1];
}

/** A field that is still loading has no role yet, so it is marked differently. */
function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]')?.focus();
}
