import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { shownRecord } from '@waypost/contract/time-zones';
import { callQuery } from '../../client/queries.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { onOneLine } from '../../ui/on-one-line.ts';
import classes from './PastMasquerades.module.css';

/** Who acted as the user lately; nothing if nobody did (docs/behavior/masquerade.md#afterwards). */
export function PastMasquerades() {
  const zone = useTimeZone();
  const { data: past = [] } = useQuery(callQuery(masqueradeCalls.getMasquerades, {}, { quiet: true }));
  if (past.length === 0) return null;
  return (
    <Paper withBorder shadow="xs" className={classes.section} component="section" aria-labelledby="helpers">
      <Stack>
        <Stack gap={6}>
          <Title order={2} size="h3" id="helpers">
            {t('Who used your account to help you')}
          </Title>
          <Text c="dimmed">
            {t(
              'Staff can see and do what you can, but can’t change your email or password. Each time is recorded.',
            )}
          </Text>
        </Stack>
        <ul className={classes.list}>
          {past.map(({ _id, by, from, until }) => (
            <li key={_id} className={classes.row}>
              <Text fw={600}>{by}</Text>
              <Text c="dimmed" size="sm">
                {t('{from} to {until}', {
                  from: onOneLine(shownRecord(zone, new Date(from))),
                  until: onOneLine(shownRecord(zone, new Date(until))),
                })}
              </Text>
            </li>
          ))}
        </ul>
      </Stack>
    </Paper>
  );
}
