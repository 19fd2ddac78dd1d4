import type { ReactNode } from 'react';

/** The submitted values, if any, and their errors. */
export interface FormState {
  values: URLSearchParams;
  errors: Record<string, string[] | undefined>;
  /** The fields of a second proof, where the school system requires one. */
  proof?: ReactNode;
}

/** The field that repeats a typed name that is not the one on file, once the person has said that they are the one. */
export const SURE = 'sure';

interface Labeled {
  form: FormState;
  name: string;
  label: string;
  hint?: string;
}

interface FieldProps extends Labeled {
  type?: 'text' | 'email' | 'tel' | 'date';
  autoComplete?: string;
  /** The value before anything was submitted. Never set for the field that distinguishes a person from a program. */
  initial?: string;
  required?: boolean;
  maxLength?: number;
}

/**
 * A field with its label, and its message if the value is invalid.
 */
export function Field({
  type = 'text',
  autoComplete = 'off',
  initial = '',
  required = true,
  maxLength = 200,
  ...labeled
}: FieldProps) {
  const { form, name } = labeled;
  return (
    <div className="field">
      <Label {...labeled} />
      <input
        id={name}
        name={name}
        type={type}
        defaultValue={form.values.get(name) ?? initial}
        autoComplete={autoComplete}
        required={required}
        maxLength={maxLength}
        {...attributesOf(labeled)}
      />
      <Wrong {...labeled} />
    </div>
  );
}

/** The same for several lines. */
export function TextField({
  required = true,
  maxLength = 2000,
  ...labeled
}: Labeled & Pick<FieldProps, 'required' | 'maxLength'>) {
  const { form, name } = labeled;
  return (
    <div className="field">
      <Label {...labeled} />
      <textarea
        id={name}
        name={name}
        rows={5}
        required={required}
        maxLength={maxLength}
        defaultValue={form.values.get(name) ?? ''}
        {...attributesOf(labeled)}
      />
      <Wrong {...labeled} />
    </div>
  );
}

/** A choice from a list of values, each with its label. */
export function Choice({
  initial,
  options,
  ...labeled
}: Labeled & { initial: string; options: readonly (readonly [string, string])[] }) {
  const { form, name } = labeled;
  return (
    <div className="field">
      <Label {...labeled} />
      <select
        id={name}
        name={name}
        defaultValue={form.values.get(name) ?? initial}
        {...attributesOf(labeled)}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <Wrong {...labeled} />
    </div>
  );
}

/** A checkbox with its label and an explanation. */
export function Checkbox(labeled: Labeled) {
  const { form, name, label } = labeled;
  return (
    <div className="box">
      <label className="entry">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={form.values.get(name) === 'yes'}
          {...attributesOf(labeled)}
        />
        <span>{label}</span>
      </label>
      <Hint {...labeled} />
      <Wrong {...labeled} />
    </div>
  );
}

const Label = (labeled: Labeled) => (
  <>
    <label htmlFor={labeled.name}>{labeled.label}</label>
    <Hint {...labeled} />
  </>
);

const Hint = ({ name, hint }: Labeled) =>
  hint !== undefined && (
    <p className="hint" id={`${name}-hint`}>
      {hint}
    </p>
  );

const Wrong = ({ form, name }: Labeled) =>
  form.errors[name]?.[0] !== undefined && (
    <p className="wrong" id={`${name}-wrong`}>
      {form.errors[name][0]}
    </p>
  );

/** The message of an error that belongs to no single field. */
export const Problem = ({ form, name }: { form: FormState; name: string }) =>
  form.errors[name]?.[0] !== undefined && (
    // biome-ignore lint/a11y/noAutofocus: the first error is read first.
    <p className="wrong" tabIndex={-1} autoFocus={isFirstError(form, name)}>
      {form.errors[name][0]}
    </p>
  );

/** The first error of a page takes the focus. */
const isFirstError = (form: FormState, name: string) => Object.keys(form.errors)[0] === name;

/** The attributes that connect a control to its hint and its error. */
function attributesOf({ form, name, hint }: Labeled) {
  const isWrong = form.errors[name]?.[0] !== undefined;
  const described = [hint && `${name}-hint`, isWrong && `${name}-wrong`].filter(Boolean).join(' ');
  return {
    'aria-describedby': described || undefined,
    'aria-invalid': isWrong || undefined,
    autoFocus: isFirstError(form, name),
  };
}
