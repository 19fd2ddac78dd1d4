import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** A number, or what was typed and is none, for the form to refuse. */
  value: number | string;
  onChange: (value: number | string) => void;
  /** Whole numbers alone: a phone then shows its plainest keys. */
  whole?: boolean;
}

/** A number, typed. Empty stays empty: it is not 0. */
export function NumberField({ value, onChange, whole = false, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => {
    setTyped((now) => (readNumber(now) === value ? now : String(value)));
  }, [value]);

  return (
    <TextInput
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...input}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readNumber(currentTarget.value));
      }}
    />
  );
}

/** `7.5` and `.5` as numbers; anything else as it was typed. */
function readNumber(typed: string): number | string {
  const text = typed.trim();
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
}
