import { useCallback, useRef, useState } from 'react';
import { isFailure } from './failure.ts';

/**
 * Values and errors of the fields that confirm a serious action, such as the password. An error disappears on the next
 * keystroke.
 */
export function useConfirmFields<Field extends string>(fields: readonly Field[]) {
  const empty = Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>;
  const [changed, setChanged] = useState<Partial<Record<Field, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});

  const reset = useCallback(() => {
    setChanged({});
    setErrors({});
  }, []);
  const typed = { ...empty, ...changed };
  /** Shows these errors, with the focus on the first. Returns false, which keeps a dialog open. */
  const refuse = (found: Partial<Record<Field, string>>): false => {
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (first) inputs.current[first]?.focus();
    return false;
  };
  /** Shows what a call refused in these fields; throws any other failure. */
  const refuseWith = (failure: unknown): false => {
    if (!isFailure(failure, 'invalid-input')) throw failure;
    const found: Partial<Record<Field, string>> = {};
    for (const field of fields) {
      const sentence = failure.fields[field]?.[0];
      if (sentence) found[field] = sentence;
    }
    if (Object.keys(found).length === 0) throw failure;
    return refuse(found);
  };
  const inputFor = (field: Field) => ({
    ref: (input: HTMLInputElement | null) => {
      inputs.current[field] = input;
    },
    mt: 'md',
    required: true,
    value: typed[field],
    error: errors[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setChanged((before) => ({ ...before, [field]: value }));
      setErrors({});
    },
  });
  return { typed, reset, refuse, refuseWith, inputFor };
}
