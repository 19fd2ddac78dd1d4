import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { Suspense, useEffect, useRef, useState } from 'react';
import { readDate, showDate } from './dates.ts';
import { closeOnEscape } from './escape.ts';
import { lazyPart } from './lazy-part.ts';

// Most people type the date, so the calendar loads only when it is opened.
const DateCalendar = lazyPart(() => import('./DateCalendar.tsx'));

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string;
  /** `YYYY-MM-DD`, or empty. Text that is not a date is kept as typed, for the form to reject. */
  value: string;
  onChange: (date: string) => void;
  /** The first and last day that can be picked. */
  min?: string;
  max?: string;
}

/** A calendar date, typed as MM/DD/YYYY or picked from a calendar. */
export function DateField({ value, onChange, min, max, onBlur, ...input }: DateFieldProps) {
  const [typed, setTyped] = useState(showDate(value));
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setTyped((now) => (readDate(now) === value ? now : showDate(value)));
  }, [value]);

  const type = (text: string) => {
    setTyped(text);
    onChange(readDate(text) ?? text);
  };
  // Closing the calendar removes the focused element, so return the focus to the button that opened it.
  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  const pick = (date: string) => {
    close();
    setTyped(showDate(date));
    onChange(date);
  };

  const calendar = (
    <>
      <ActionIcon
        ref={toggle}
        variant="subtle"
        color="gray"
        aria-label={t('Pick a date for {label}', { label: input.label })}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        // The calendar takes the focus a moment later, and closes on this key itself.
        onKeyDown={open ? closeOnEscape(close) : undefined}
      >
        <IconCalendar size={18} aria-hidden />
      </ActionIcon>
      {open && (
        <Suspense>
          <DateCalendar
            value={value}
            min={min}
            max={max}
            dialog={toggle.current?.closest('dialog') ?? null}
            onPick={pick}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );

  return (
    <TextInput
      placeholder={t('MM/DD/YYYY')}
      inputMode="numeric"
      autoComplete="off"
      {...input}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(showDate(value));
        onBlur?.(event);
      }}
      rightSection={calendar}
    />
  );
}
