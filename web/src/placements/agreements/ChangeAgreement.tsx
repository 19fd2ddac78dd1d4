import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type Agreement, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { canBecome, REASON_MAX } from '@waypost/contract/placements/agreements/rules';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { useAgreementCall } from './use-agreement.ts';

interface ChangeAgreementProps {
  projectId: string;
  agreement: Agreement;
}

/** Changes a sent agreement, which creates a new version after a signature, or voids it. */
export function ChangeAgreement({ projectId: project_id, agreement }: ChangeAgreementProps) {
  const [asking, setAsking] = useState<'change' | 'void' | null>(null);
  const change = useAgreementCall(agreementCalls.changeAgreement);
  const end = useAgreementCall(agreementCalls.voidAgreement);
  const { revision, status, signatures, actions } = agreement;
  const mayChange = actions.includes('change');
  const isTakenBack = signatures.length === 0 && canBecome(status, 'draft');
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="change">
      <Stack>
        <Title order={2} size="h3" id="change">
          {mayChange ? t('Change it') : t('Make it void')}
        </Title>
        <Text size="sm">
          {mayChange
            ? consequenceOf(agreement, isTakenBack)
            : t('If this placement needs no agreement, make the draft void.')}
        </Text>
        <Group gap="sm">
          {mayChange && (
            <Button variant="default" onClick={() => setAsking('change')}>
              {isTakenBack ? t('Take back and change') : t('Write a new version')}
            </Button>
          )}
          {actions.includes('void') && (
            <Button variant="default" onClick={() => setAsking('void')}>
              {t('Make void')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking === 'change'}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await change.mutateAsync({ project_id, revision });
          notify.success(t('You can change the draft now.'), t('Draft ready'));
        }}
        title={isTakenBack ? t('Take it back?') : t('Write a new version?')}
        confirm={isTakenBack ? t('Take back and change') : t('Write a new version')}
      >
        {consequenceOf(agreement, isTakenBack)}
      </ConfirmDialog>
      <ReasonDialog
        opened={asking === 'void'}
        onClose={() => setAsking(null)}
        onConfirm={async (reason) => {
          await end.mutateAsync({ project_id, revision, reason });
          notify.success(t('The agreement no longer applies.'), t('Made void'));
        }}
        title={t('Make this agreement void?')}
        confirm={t('Make void')}
        label={t('Reason')}
        missing={t('Give a reason')}
        max={REASON_MAX}
      >
        {t('It no longer applies, and no one can sign it. Everyone in this placement sees your reason.')}
      </ReasonDialog>
    </Paper>
  );
}

function consequenceOf({ status, signatures }: Agreement, isTakenBack: boolean): string {
  if (isTakenBack) return t('No one has signed yet, so you can take it back, change it, and send it again.');
  if (status === 'signed')
    return t('Everyone signs the new version again. This one stays in force until all of them have.');
  if (signatures.length > 0 && status === 'partly signed')
    return t(
      '{count, plural, one {# person has signed. They sign} other {# people have signed. They sign}} the new version again, and this one can no longer be signed.',
      { count: signatures.length },
    );
  return t('A new version starts from what this one says. Everyone signs it.');
}
