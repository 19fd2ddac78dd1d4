import { Group, Progress, Stack, Text } from '@mantine/core';
import { type InternshipType, MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import { showHours } from './project-status.ts';

interface HoursBarProps {
  internshipType: InternshipType;
  accepted: number;
  total: number;
}

/** Hours against the minimum: approved ones dark, those that wait lighter, and both in words. */
export function HoursBar({ internshipType, accepted, total }: HoursBarProps) {
  const minimum = MINIMUM_HOURS[internshipType];
  const share = (hours: number) => Math.min(100, (hours / minimum) * 100);
  const waiting = Math.max(0, total - accepted);
  return (
    <Stack gap={6}>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={share(accepted)} color="navy" />
        <Progress.Section value={Math.min(share(waiting), 100 - share(accepted))} color="navy.3" />
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <strong>{showHours(accepted)}</strong> of {minimum} hours approved
        </Text>
        {waiting > 0 && (
          <Text size="sm" c="dimmed">
            {showHours(waiting)} not approved
          </Text>
        )}
      </Group>
    </Stack>
  );
}
