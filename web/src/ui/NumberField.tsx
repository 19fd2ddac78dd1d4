import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** A number, or text that is not a number, for the form to reject. */
  value: number | string;
  onChange: (value: number | string) => void;
  /** Whole numbers only: phones then show their simplest keypad. */
  whole?: boolean;
  /** Reads other ways to write a number. */
  read?: (typed: string) => number | string;
}

/** A number field. Empty stays empty instead of becoming 0. */
export function NumberField({
  value,
  onChange,
  whole = false,
  read = readNumber,
  ...input
}: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => {
    setTyped((now) => (read(now) === value ? now : String(value)));
  }, [value, read]);

  return (
    <TextInput
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...input}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}

/** Parses `7.5` and `.5` as numbers; returns anything else as typed. */
function readNumber(typed: string): number | string {
  const text = typed.trim();
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
}
