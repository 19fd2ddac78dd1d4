import { Group, Progress, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type InternshipType, MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import { T } from '../ui/T.tsx';
import { showHours } from './project-status.ts';

interface HoursBarProps {
  internshipType: InternshipType;
  accepted: number;
  pending: number;
}

/** Hours against the minimum: approved ones dark, those that wait lighter, and both in words. */
export function HoursBar({ internshipType, accepted, pending }: HoursBarProps) {
  const minimum = MINIMUM_HOURS[internshipType];
  const share = (hours: number) => Math.min(100, (hours / minimum) * 100);
  return (
    <Stack gap={6}>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={share(accepted)} color="navy" />
        <Progress.Section value={Math.min(share(pending), 100 - share(accepted))} color="navy.3" />
      </Progress.Root>
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
            {t('{pending} waiting for approval', { pending: showHours(pending) })}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
