import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';

interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value: string;
  onChange: (phone: string) => void;
}

/**
 * Formats digits as (000)000-0000, as far as they go, without a leading country code 1. What follows is an extension, as
 * ` x204`. A number of another country, which starts with +, and one with too many digits stay as typed.
 */
export function maskPhone(typed: string): string {
  const [, number = '', mark, rest = ''] = /^([^a-z#,;]*)([a-z#,;]?)(.*)$/is.exec(typed) ?? [];
  const masked = maskNumber(number);
  const hasAll = masked.length === '(000)000-0000'.length || masked.startsWith('+');
  return mark && hasAll ? `${masked.trimEnd()} x${rest.replace(/\D/g, '').slice(0, 6)}` : masked;
}

function maskNumber(typed: string): string {
  const isForeign = /^\s*\+(?!1\D*\d)/.test(typed);
  if (isForeign)
    return `+${typed
      .replace(/[^\d\s]/g, '')
      .replace(/\s+/g, ' ')
      .trimStart()}`;
  const digits = typed.replace(/\D/g, '').replace(/^1/, '');
  if (digits.length > 10) return digits;
  if (digits.length < 4) return digits === '' ? '' : `(${digits}`;
  if (digits.length < 7) return `(${digits.slice(0, 3)})${digits.slice(3)}`;
  return `(${digits.slice(0, 3)})${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** A phone number field that formats the number while it is typed or pasted, and cuts nothing. */
export function PhoneInput({ value, onChange, ...input }: PhoneInputProps) {
  const element = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  // The mask moves the text behind the caret, so keep the caret behind the same digit.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const shaped = maskPhone(currentTarget.value);
    const before = currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined);
    caret.current =
      before.length === currentTarget.value.length ? shaped.length : afterDigits(shaped, before);
    onChange(shaped);
  };

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="(000)000-0000"
      {...input}
      ref={element}
      value={value}
      onChange={change}
    />
  );
}

function afterDigits(shaped: string, before: string): number {
  if (shaped.startsWith('+')) return Math.min(before.length, shaped.length);
  let left = before.replace(/\D/g, '').length;
  if (left === 0) return 0;
  for (let index = 0; index < shaped.length; index += 1) {
    if (/\d/.test(shaped.charAt(index))) left -= 1;
    if (left === 0) return index + 1;
  }
  return shaped.length;
}
