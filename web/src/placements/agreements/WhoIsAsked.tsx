import { Alert, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Agreement, Signer } from '@waypost/contract/placements/agreements/calls';
import {
  obstacleWords,
  type Party,
  partiesOf,
  partyWords,
} from '@waypost/contract/placements/agreements/rules';
import classes from './Agreement.module.css';

interface WhoIsAskedProps {
  signers: readonly Signer[];
  guardianSigns: boolean;
}

/** Lists who will be asked to sign, and why others cannot be asked. */
export function WhoIsAsked({ signers, guardianSigns }: WhoIsAskedProps) {
  return (
    <Stack gap="xs" component="section" aria-labelledby="who-is-asked">
      <Title order={3} size="h4" id="who-is-asked">
        {t('Who will be asked to sign')}
      </Title>
      <ul className={classes.parties}>
        {partiesOf(guardianSigns).map((party) => (
          <li key={party}>
            <Text fw={600}>{t(partyWords[party])}</Text>
            {onAccount(party) && <Text size="sm">{onAccount(party)}</Text>}
            {signers
              .filter((signer) => signer.party === party)
              .map(({ _id, name, email, obstacle }) => (
                <Text key={_id} size="sm">
                  {obstacle
                    ? t('{name}: {why}', { name, why: t(obstacleWords[obstacle]) })
                    : t('{name}, by a link to {email}', { name, email })}
                </Text>
              ))}
          </li>
        ))}
      </ul>
      {lacksGuardian(signers, guardianSigns) && (
        <Alert color="yellow" title={t('No parent or guardian can be asked')}>
          {t(
            'On the student’s page, confirm one who may sign and add their email. Without that, have them sign on paper and record it here.',
          )}
        </Alert>
      )}
    </Stack>
  );
}

/** Whether a guardian has to sign, but no guardian can be sent a link. */
export const lacksGuardian = (
  signers: readonly Signer[],
  guardianSigns: Agreement['terms']['guardian_signs'],
) => guardianSigns && !signers.some(({ party, obstacle }) => party === 'guardian' && obstacle === null);

function onAccount(party: Party): string | null {
  if (party === 'guardian') return null;
  return party === 'school'
    ? t('An Admin, logged in to their account')
    : t('Logged in to their account, asked by email');
}
