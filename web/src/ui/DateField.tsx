import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { readDate, showDate } from './dates.ts';

// Most people type a date, or leave it: the calendar comes when it is asked for.
const DateCalendar = lazy(() => import('./DateCalendar.tsx'));

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string;
  /** `YYYY-MM-DD`, or empty; what was typed and is no date stays as typed, for the form to refuse. */
  value: string;
  onChange: (date: string) => void;
  /** The first and the last day that the calendar offers. */
  min?: string;
  max?: string;
}

/** A calendar date, typed as MM/DD/YYYY or picked from a calendar. */
export function DateField({ value, onChange, min, max, onBlur, ...input }: DateFieldProps) {
  const [typed, setTyped] = useState(showDate(value));
  const [open, setOpen] = useState(false);
  useEffect(() => {
    setTyped((now) => (readDate(now) === value ? now : showDate(value)));
  }, [value]);

  const type = (text: string) => {
    setTyped(text);
    onChange(readDate(text) ?? text);
  };
  const pick = (date: string) => {
    setOpen(false);
    setTyped(showDate(date));
    onChange(date);
  };

  const button = (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-end" shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Pick a date for ${input.label}`}
          onClick={() => setOpen(!open)}
        >
          <IconCalendar size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton width={252} height={268} />}>
          <DateCalendar value={value} min={min} max={max} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );

  return (
    <TextInput
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(showDate(value));
        onBlur?.(event);
      }}
      rightSection={button}
    />
  );
}
