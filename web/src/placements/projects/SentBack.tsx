import { Alert } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import type { ApprovalType } from '@waypost/contract/placements/projects/rules';
import { showMoment } from '../../ui/dates.ts';
import { contentTitles } from './report-items.ts';

interface SentBackProps {
  project: Project;
  /** Only this item; by default, all that were sent back. */
  item?: ApprovalType;
}

/** Why staff sent work back, until the student changes it (docs/behavior/sign-off.md#sending-back). */
export function SentBack({ project, item }: SentBackProps) {
  return (project.sent_back ?? [])
    .filter(({ approval_type }) => item === undefined || approval_type === item)
    .map(({ approval_type, reason, sentBackAt }) => (
      <Alert
        key={approval_type}
        color="orange"
        icon={<IconArrowBackUp aria-hidden />}
        title={t('{title}: sent back on {date}', {
          title: t(contentTitles[approval_type]),
          date: showMoment(sentBackAt),
        })}
      >
        {t('Reason: {reason}', { reason })}
      </Alert>
    ));
}
