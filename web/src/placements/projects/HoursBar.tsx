import { Group, Progress, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type InternshipType, MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { T } from '../../ui/T.tsx';
import classes from './HoursBar.module.css';
import { showHours } from './project-status.ts';

interface HoursBarProps {
  internshipType: InternshipType;
  accepted: number;
  pending: number;
  /** The hours that a steady pace would have reached by today, as a mark on the bar; null for no mark. */
  expected?: number | null;
}

/**
 * Hours compared to the minimum: approved ones dark, pending ones lighter, and both as text. `PaceLine`
 * explains the mark.
 */
export function HoursBar({ internshipType, accepted, pending, expected = null }: HoursBarProps) {
  const minimum = MINIMUM_HOURS[internshipType];
  const share = (hours: number) => Math.min(100, (hours / minimum) * 100);
  return (
    <Stack gap={6}>
      <div className={classes.bar} aria-hidden>
        <Progress.Root size="lg">
          <Progress.Section value={share(accepted)} color="navy" />
          <Progress.Section value={Math.min(share(pending), 100 - share(accepted))} color="navy.3" />
        </Progress.Root>
        {expected !== null && (
          <span className={classes.mark} style={{ insetInlineStart: `${share(expected)}%` }} />
        )}
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <T
            m="<b/> of {minimum} hours approved"
            minimum={minimum}
            b={<strong>{showHours(accepted)}</strong>}
          />
        </Text>
        {pending > 0 && (
          <Text size="sm" c="dimmed">
            {t('{pending} hours waiting for approval', { pending: showHours(pending) })}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
