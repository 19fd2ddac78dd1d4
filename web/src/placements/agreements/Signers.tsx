import { Button, Group, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { agreementCalls, type Signer } from '@waypost/contract/placements/agreements/calls';
import { obstacleWords, partyWords } from '@waypost/contract/placements/agreements/rules';
import { notify } from '../../client/notices.ts';
import { showMomentWithTime } from '../../ui/dates.ts';
import { useAgreementCall } from './use-agreement.ts';

interface SignersProps {
  projectId: string;
  signers: readonly Signer[];
}

/** The people on file who can sign by link, who was sent one, and a button to send or resend it. */
export function Signers({ projectId: project_id, signers }: SignersProps) {
  const send = useAgreementCall(agreementCalls.sendSigningLink);
  if (signers.length === 0) return null;
  return (
    <Stack gap="sm">
      {signers.map(({ _id, party, name, email, sent_at, obstacle, may_send }) => (
        <Stack key={`${party} ${_id}`} gap={6}>
          <Text size="sm">
            {whoIs(name || t(partyWords[party]), email)}
            <br />
            <Text span c="dimmed">
              {sent_at
                ? t('Link sent {moment}', { moment: showMomentWithTime(sent_at) })
                : obstacle
                  ? t(obstacleWords[obstacle])
                  : t('No link sent')}
            </Text>
          </Text>
          {may_send && (
            <Group>
              <Button
                size="compact-sm"
                variant="default"
                loading={send.isPending && send.variables._id === _id}
                onClick={() =>
                  send.mutate(
                    { project_id, party, _id },
                    {
                      onSuccess: () =>
                        notify.success(t('We emailed the link to {email}.', { email }), t('Link sent')),
                    },
                  )
                }
              >
                {sent_at
                  ? t('Send the link again to {name}', { name: name || email })
                  : t('Send a link to {name}', { name: name || email })}
              </Button>
            </Group>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

const whoIs = (name: string, email: string) => (email ? `${name}, ${email}` : name);
