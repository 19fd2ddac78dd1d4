import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { currentLocale, t } from '@waypost/contract/i18n';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import { useId } from 'react';
import classes from './DateCalendar.module.css';
import { readDate, showDate } from './dates.ts';
import { closeOnEscape } from './escape.ts';

interface DateCalendarProps {
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  /** The dialog around the field. Everything outside of it is covered while it is open. */
  dialog: HTMLDialogElement | null;
  onPick: (date: string) => void;
  onClose: () => void;
}

export default function DateCalendar({ value, min, max, dialog, onPick, onClose }: DateCalendarProps) {
  const name = useId();
  // For an incomplete date in the field, open on today.
  const day = readDate(showDate(value));
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      closeOnEscape={false}
      trapFocus
      position="bottom-end"
      shadow="md"
      // Fixed, because a dialog clips what is positioned inside it.
      {...(dialog && { portalProps: { target: dialog }, floatingStrategy: 'fixed' as const })}
    >
      <Popover.Target>
        <span />
      </Popover.Target>
      <span id={name} hidden>
        {t('Calendar')}
      </span>
      {/* Otherwise it would be named by the target, which is empty. */}
      <Popover.Dropdown aria-labelledby={name} onKeyDownCapture={closeOnEscape(onClose)}>
        <DatePicker
          value={day}
          {...(day ? { defaultDate: day } : {})}
          {...(min ? { minDate: min } : {})}
          {...(max ? { maxDate: max } : {})}
          onChange={(date) => date && onPick(date)}
          locale={currentLocale()}
          firstDayOfWeek={0}
          classNames={{ day: classes.day }}
          ariaLabels={{
            nextMonth: t('Next month'),
            previousMonth: t('Previous month'),
            monthLevelControl: t('Choose another month'),
            yearLevelControl: t('Choose another year'),
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
