import { Stack, Text } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import type { ApplicationBase } from '@waypost/contract/opportunities/opportunities/calls';
import type { Application } from '@waypost/contract/placements/applications/calls';
import type { Role } from '@waypost/contract/roles';
import { byText, type Column } from '../../ui/columns.ts';
import { showDay, showMoment } from '../../ui/dates.ts';
import { ApplicationStatus } from './ApplicationStatus.tsx';
import { isProposing } from './interview-proposal.ts';

type Dated = Pick<ApplicationBase, 'status' | 'business_status' | 'date_application' | 'updatedAt'> &
  Pick<Application, 'reply_by' | 'interview'>;

/** The columns common to every table of applications (docs/behavior/applications.md#groups). */
export function standingColumns<Row extends Dated>(reader: Role): Column<Row>[] {
  return [
    {
      key: 'status',
      header: msg('Status'),
      compare: byText(({ status }) => status),
      cell: ({ status, business_status, reply_by, interview }) => (
        <Stack gap={4} align="flex-start">
          <ApplicationStatus
            status={status}
            interview={interview}
            placement={business_status}
            viewer={reader}
          />
          {status === 'Offered' && reply_by && (
            <Text size="sm">{t('Reply by {day}', { day: showDay(reply_by) })}</Text>
          )}
          {reader === 'Business' && isProposing({ status, interview }) && (
            <Text size="sm">{t('Proposes another time')}</Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'applied',
      header: msg('Application Date'),
      compare: byText(({ date_application }) => date_application),
      cell: ({ date_application }) => showMoment(date_application),
    },
    {
      key: 'updated',
      header: msg('Last Updated'),
      compare: byText(({ updatedAt }) => updatedAt),
      cell: ({ updatedAt }) => showMoment(updatedAt),
    },
  ];
}
