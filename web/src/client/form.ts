import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Call } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { isFailure } from './failure.ts';
import { useLocale } from './locale.ts';
import { notify } from './notices.ts';

interface FormChoices<Values, Parsed> {
  /** The call's own input schema: one schema for the server's parse and the form's errors. */
  schema: Call<Parsed>['input'];
  /** What stands in the fields at first; selects may still be empty here. */
  initialValues: Values;
  /**
   * Given what the schema made of the values; rejects with the call's failure. Make the call through
   * `useCall(…).mutateAsync`, which tells of every failure but that of a field.
   */
  submit: (parsed: Parsed) => Promise<unknown>;
  /** Where the fields stand within the call's input (`profile`), so that the server's errors find them. */
  within?: string;
  /** The notice of an invalid form, message and title, if it differs from the usual one. */
  invalid?: (errors: Record<string, string>) => readonly [message: string, title: string];
}

export interface CheckedForm<Values> {
  form: UseFormReturnType<Values>;
  /** On its way: the button shows it, and a second submit does nothing. */
  busy: boolean;
  /** For the `<form>`: `<form {...formProps}>`. */
  formProps: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onMouseDown: (event: MouseEvent<HTMLFormElement>) => void;
    onClick: (event: MouseEvent<HTMLFormElement>) => void;
    ref: (element: HTMLFormElement | null) => void;
    noValidate: true;
  };
}

/**
 * The reply refused what stands in one field: its sentence stands there, and the form is as unsaved as before.
 * Thrown by `submit`, which tells of it by a notice of its own.
 */
export class FieldRefused extends Error {
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

/**
 * A form that shows an error at its field, in words, when the person leaves it or submits; brings the
 * focus to the first one; and puts the server's errors (a 400) at the same fields. Nothing typed is lost.
 */
export function useCheckedForm<Values extends object, Parsed>({
  schema,
  initialValues,
  submit,
  within,
  invalid = () => [t('Check Your Form for errors'), t('Form Error')],
}: FormChoices<Values, Parsed>): CheckedForm<Values> {
  const form = useForm<Values>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  });
  const [busy, setBusy] = useState(false);
  const underway = useRef(false);
  const element = useRef<HTMLFormElement | null>(null);
  const [refusals, setRefusals] = useState(0);

  // What the schema says of the fields is said again in the new language; what only the server knows stays.
  const locale = useLocale();
  const told = useRef(locale);
  useEffect(() => {
    if (told.current === locale) return;
    told.current = locale;
    const parsed = schema.safeParse(form.getValues());
    const now = parsed.success ? {} : firstMessages(parsed.error.issues);
    form.setErrors((errors) =>
      Object.fromEntries(Object.entries(errors).map(([path, error]) => [path, now[path] ?? error])),
    );
  }, [locale, schema, form]);

  // After the errors have been drawn: only then do the fields say which of them are wrong.
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
      await submit(parsed.data);
      form.resetDirty();
    } catch (error) {
      if (error instanceof FieldRefused) showErrors({ [error.field]: error.message });
      if (isFailure(error, 'invalid-input')) refuse(atFields(error.fields, within));
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    busy,
    formProps: {
      noValidate: true,
      onMouseDown: stayInField,
      onClick: leaveField,
      ref: (found) => {
        element.current = found;
      },
      onSubmit: (event) => {
        event.preventDefault();
        // A dialog's form within this one submits alone.
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

/**
 * A field that loses the focus shows its error, which pushes down the button being pressed, and the click misses it.
 * So a press on a button leaves the focus in the field until the click is over.
 */
function stayInField(event: MouseEvent<HTMLFormElement>): void {
  if (event.currentTarget.contains(document.activeElement) && buttonOf(event)) event.preventDefault();
}

/** Submitting checks every field by itself; any other button takes the focus, unless the click has moved it. */
function leaveField(event: MouseEvent<HTMLFormElement>): void {
  const button = buttonOf(event);
  const field = document.activeElement;
  if (!button || button.type === 'submit') return;
  requestAnimationFrame(() => {
    if (button.isConnected && document.activeElement === field) button.focus();
  });
}

/** The button that is pressed, unless it works on the text that has the focus, or stands in something that opened. */
function buttonOf({ target, currentTarget }: MouseEvent<HTMLFormElement>): HTMLButtonElement | null {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || !currentTarget.contains(button)) return null;
  const opened = button.closest('.mantine-RichTextEditor-root, [role=dialog], dialog');
  return opened && currentTarget.contains(opened) ? null : button;
}

/** The first message of each field, keyed by its path. */
function firstMessages(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message;
  return errors;
}

function atFields(errors: Record<string, string[]>, within: string | undefined): Record<string, string> {
  const prefix = within === undefined ? '' : `${within}.`;
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : path,
      messages[0] ?? '',
    ]),
  );
}

/** What is wrong with something that this form has no field for: the notice says it instead. */
function strayMessage(errors: Record<string, string>, values: object): string | undefined {
  const stray = Object.entries(errors).find(([path]) => !Object.hasOwn(values, path.split('.')[0] ?? ''));
  return stray?.[1];
}

function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
