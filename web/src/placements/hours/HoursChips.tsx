import { Button, Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { COMMON_HOURS, DEFAULT_HOURS } from '@waypost/contract/placements/hours/rules';
import { showHours } from '../projects/project-status.ts';

/** The part of the form that the chips fill in. */
interface Filled {
  total_hours: number | string;
  text_log: string;
}

interface HoursChipsProps {
  now: Filled;
  /** The last day that was logged; null if there is none. */
  last: { total_hours: number; text_log: string } | null;
  onChoose: (filled: Partial<Filled>) => void;
  className?: string | undefined;
}

/** Fills in common hours, or last time's hours and log, with one tap. A second tap undoes it. */
export function HoursChips({ now, last, onChoose, className }: HoursChipsProps) {
  const chip = (label: string, isOn: boolean, on: Partial<Filled>, off: Partial<Filled>) => (
    <Button
      key={label}
      size="sm"
      radius="xl"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      onClick={() => onChoose(isOn ? off : on)}
    >
      {label}
    </Button>
  );
  const isLast = last?.total_hours === now.total_hours && last.text_log === now.text_log;
  return (
    <Group gap="xs" role="group" className={className} aria-label={t('Common hours')}>
      {COMMON_HOURS.map((total_hours) =>
        chip(
          t('{hours} h', { hours: showHours(total_hours) }),
          now.total_hours === total_hours,
          { total_hours },
          { total_hours: DEFAULT_HOURS },
        ),
      )}
      {last &&
        chip(
          t('Same as last time: {hours} h', { hours: showHours(last.total_hours) }),
          isLast,
          { total_hours: last.total_hours, text_log: last.text_log },
          { total_hours: DEFAULT_HOURS, text_log: '' },
        )}
    </Group>
  );
}
