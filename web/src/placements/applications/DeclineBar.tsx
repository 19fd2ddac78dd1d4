import { Button, Checkbox, Group, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { DECLINED_AT_ONCE, MESSAGE_MAX } from '@waypost/contract/placements/applications/rules';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import type { Selection } from '../../people/directory/use-selection.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { studentOf } from './words.ts';

interface DeclineBarProps {
  /** The applicants who can be declined. */
  rows: readonly Application[];
  selection: Selection;
}

/** A bar above the open applicants, to select and decline several of them with one message for each. */
export function DeclineBar({ rows, selection }: DeclineBarProps) {
  const queries = useQueryClient();
  const decline = useCall(applicationCalls.declineApplications, { quiet: true });
  const [isAsking, setAsking] = useState(false);
  const [message, setMessage] = useState('');
  const selected = rows.filter(({ _id }) => selection.has(_id)).slice(0, DECLINED_AT_ONCE);
  const all = selected.length > 0 && selected.length === rows.length;
  const count = selected.length;

  const ask = () => {
    setMessage(
      t(
        'Thank you for taking the time to apply. We chose someone else this time. We wish you all the best, and hope you find a place that suits you.',
      ),
    );
    setAsking(true);
  };
  const confirm = async () => {
    const { declined } = await decline.mutateAsync({
      application_ids: selected.map(({ _id }) => _id),
      message: message.trim(),
    });
    notify.success(
      t('{count, plural, one {1 application is} other {# applications are}} declined.', {
        count: declined.length,
      }),
      t('Application updated'),
    );
    selection.clear();
    await refresh(
      queries,
      applicationCalls.getApplicants,
      applicationCalls.getNewApplications,
      opportunityCalls.getOpportunities,
      opportunityCalls.getBusinessInternshipStats,
    );
  };
  return (
    <Group gap="sm" mih={44}>
      <Checkbox
        label={t('Select all {n} shown', { n: rows.length })}
        checked={all}
        indeterminate={count > 0 && !all}
        onChange={() => (all ? selection.clear() : selection.choose(rows.map(({ _id }) => _id)))}
      />
      {count > 0 && (
        <Button variant="default" c="var(--mantine-color-error)" onClick={ask}>
          {declines(count)}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('{count, plural, one {Decline 1 applicant?} other {Decline # applicants?}}', { count })}
        confirm={declines(count)}
        destroys
      >
        <Text>
          {t(
            'This ends the {count, plural, one {application} other {applications}} of {names}. You can still offer the placement later.',
            {
              count,
              names: selected.map(studentOf).join(', '),
            },
          )}
        </Text>
        <Textarea
          mt="md"
          label={t('Message')}
          description={t('Each student gets it by email and sees it in the application.')}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={MESSAGE_MAX}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </ConfirmDialog>
    </Group>
  );
}

const declines = (count: number) =>
  t('{count, plural, one {Decline 1 applicant} other {Decline # applicants}}', { count });
