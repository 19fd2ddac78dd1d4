import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { mailCalls, type ReturnedMail as Returned } from '@waypost/contract/messages/mail/calls';
import { taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { notify } from '../../client/notices.ts';
import { keyOf, refresh, useCall } from '../../client/queries.ts';
import { showMoment } from '../../ui/dates.ts';
import { useFocusHome } from '../../ui/use-focus-home.ts';

interface ReturnedMailProps {
  userId: string;
  /** The reply of `getReturnedMail`. */
  returned: readonly Returned[];
}

/**
 * Lists the addresses of a person's page that no longer get email, for the person and staff
 * (docs/behavior/mail.md#returned-mail).
 */
export default function ReturnedMail({ userId, returned }: ReturnedMailProps) {
  const queries = useQueryClient();
  const home = useFocusHome<HTMLElement>();
  const again = useCall(mailCalls.tryMailAgain, {
    onSuccess: (left) => {
      queries.setQueryData(keyOf(mailCalls.getReturnedMail, { user_id: userId }), left);
      notify.success(t('The next email goes to this address again.'));
      return refresh(queries, taskCalls.loadTasks);
    },
  });
  return (
    <section ref={home} tabIndex={-1} aria-label={t('Returned email')} hidden={returned.length === 0}>
      {returned.map((one) => (
        <Note
          key={one.kind + one._id}
          one={one}
          busy={again.isPending}
          onAgain={() => again.mutate({ user_id: userId, kind: one.kind, _id: one._id })}
        />
      ))}
    </section>
  );
}

function Note({ one, busy, onAgain }: { one: Returned; busy: boolean; onAgain: () => void }) {
  const { name, email, since } = one;
  return (
    <Alert
      color="orange"
      mb="md"
      icon={<IconMailOff aria-hidden />}
      title={t('Email to {name} was returned', { name })}
    >
      <Group justify="space-between" align="end">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t(
            'The mail server refused {email} on {day}, so we stopped sending email there. Correct the address, or try again.',
            { email, day: showMoment(since) },
          )}
        </Text>
        <Button
          variant="default"
          loading={busy}
          aria-label={t('Try again: {email}', { email })}
          onClick={onAgain}
        >
          {t('Try again')}
        </Button>
      </Group>
    </Alert>
  );
}
