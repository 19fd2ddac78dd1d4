import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { bothNames } from '@waypost/contract/messages/links/rules';
import { proofWords } from '@waypost/contract/messages/proofs/rules';
import type { Agreement, PlacementAgreement, Signature } from '@waypost/contract/placements/agreements/calls';
import {
  isAwaitingSignatures,
  type Party,
  partyOfRole,
  partyWords,
  type AgreementStatus as Status,
  statusWords,
} from '@waypost/contract/placements/agreements/rules';
import { shownRecord } from '@waypost/contract/time-zones';
import { fileAddress } from '../../client/call.ts';
import { useUser } from '../../client/session.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { showDate, showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';
import classes from './Agreement.module.css';
import { Signers } from './Signers.tsx';
import { SIGN } from './SignForm.tsx';

const tones: Record<Status, StatusTone> = {
  draft: 'plain',
  sent: 'waiting',
  'partly signed': 'waiting',
  signed: 'good',
  declined: 'bad',
  expired: 'bad',
  void: 'bad',
};

interface AgreementStatusProps {
  projectId: string;
  agreement: Agreement;
  versions: PlacementAgreement['versions'];
}

/** The progress of an agreement: whose turn it is and since when, and who has signed. */
export function AgreementStatus({ projectId, agreement, versions }: AgreementStatusProps) {
  const { role } = useUser();
  const { status, turn, closed, expires_at } = agreement;
  const own = partyOfRole[role];
  const isOwnTurn = own !== undefined && turn.includes(own);
  const moment = showMoment(agreement.turn_since);
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('Status')}>
      <Stack gap="sm">
        <Stack gap={4}>
          <Group gap="xs" role="status">
            <StatusBadge tone={isOwnTurn && status !== 'draft' ? 'attention' : tones[status]}>
              {t(statusWords[status])}
            </StatusBadge>
            <Text size="sm">{whatNext(agreement, own)}</Text>
          </Group>
          {turn.length > 0 && (
            <Text size="sm" c="dimmed">
              {isOwnTurn
                ? t('Waiting for you since {moment}', { moment })
                : t('Waiting since {moment}', { moment })}
            </Text>
          )}
        </Stack>
        {agreement.other_supervisor !== '' && (
          <Alert color="yellow" role="status">
            {t(
              '{name} supervises this placement now, but this version names someone else. A new version would name {name}.',
              { name: agreement.other_supervisor },
            )}
          </Alert>
        )}
        {agreement.actions.includes('sign') && (
          <Group className={classes.toSignature}>
            <Button component="a" href={`#${SIGN}`} variant="default">
              {t('Go to your signature')}
            </Button>
          </Group>
        )}
        {closed && (closed.reason || closed.by) && (
          <Text size="sm">
            {t('{by}, {moment}: {reason}', {
              by: closed.by,
              moment: showMoment(closed.at),
              reason: closed.reason || t('replaced by a new version'),
            })}
          </Text>
        )}
        {agreement.parties.length > 0 && (
          <>
            <Title order={2} size="h4">
              {t('Signatures')}
            </Title>
            <ul className={classes.parties}>
              {agreement.parties.map((party) => (
                <li key={party}>
                  <Signed
                    party={party}
                    signature={agreement.signatures.find((one) => one.party === party)}
                    isOpen={isAwaitingSignatures(status)}
                    isTurn={isAwaitingSignatures(status) && turn.includes(party)}
                  />
                  <Signers
                    projectId={projectId}
                    signers={agreement.signers.filter((signer) => signer.party === party)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {agreement.guardian_released && (
          <Text size="sm">
            {t('The student turned 18, so no parent or guardian signs this version anymore.')}
          </Text>
        )}
        {isAwaitingSignatures(status) && expires_at && (
          <Text size="sm" c="dimmed">
            {t('Can be signed until {moment}.', { moment: showMoment(expires_at) })}
          </Text>
        )}
        <Documents isSigned={status === 'signed'} version={agreement.version} versions={versions} />
        {versions.length > 1 && (
          <Text size="sm" c="dimmed">
            {versions
              .map(({ version, status: its }) =>
                t('Version {version}: {status}', { version, status: t(statusWords[its]) }),
              )
              .join(' · ')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface DocumentsProps {
  isSigned: boolean;
  version: number;
  versions: PlacementAgreement['versions'];
}

/** The sealed PDFs, including those of earlier versions. */
function Documents({ isSigned, version, versions }: DocumentsProps) {
  const sealed = versions.flatMap(({ version: its, document }) => (document ? [{ its, ...document }] : []));
  return (
    <>
      {isSigned && !sealed.some(({ its }) => its === version) && (
        <Text size="sm" c="dimmed">
          {t('The signed PDF will be here in a moment.')}
        </Text>
      )}
      {sealed.map(({ its, code, path }) => (
        <Group key={its} gap="md">
          <Anchor size="sm" href={fileAddress({ path })} target="_blank" rel="noreferrer">
            {t('Signed PDF, version {version}', { version: its })}
          </Anchor>
          <TextLink
            size="sm"
            to="/verify/$code"
            params={{ code }}
            aria-label={t('Check the signatures of version {version}', { version: its })}
          >
            {t('Check the signatures')}
          </TextLink>
        </Group>
      ))}
    </>
  );
}

function Signed({
  party,
  signature,
  isOpen,
  isTurn,
}: {
  party: Party;
  signature: Signature | undefined;
  /** Whether people can still sign. */
  isOpen: boolean;
  isTurn: boolean;
}) {
  const zone = useTimeZone();
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600}>{t(partyWords[party])}</Text>
        <StatusBadge tone={signature ? 'good' : isTurn ? 'waiting' : 'plain'}>
          {signature
            ? t('Signed')
            : isTurn
              ? t('Can sign now')
              : isOpen
                ? t('Not signed yet')
                : t('Not signed')}
        </StatusBadge>
      </Group>
      {signature && (
        <Text size="sm" c="dimmed">
          {howSigned(signature, zone)}{' '}
          {signature.scan && (
            <a href={fileAddress(signature.scan)} target="_blank" rel="noreferrer">
              {t('See the scan')}
            </a>
          )}
        </Text>
      )}
    </Stack>
  );
}

function howSigned(signature: Signature, zone: string): string {
  const { proof, proof_to: proofTo } = signature;
  return proof
    ? `${howIdentified(signature, zone)}. ${t(proofWords[proof], { proofTo })}`
    : howIdentified(signature, zone);
}

function howIdentified(signature: Signature, zone: string): string {
  const { method, signed_on, signed_at, sent_to, recorded_by } = signature;
  const name = bothNames(signature.name, signature.name_on_file);
  const moment = signed_at ? shownRecord(zone, new Date(signed_at)) : showDate(signed_on);
  switch (method) {
    case 'account':
      return t('{name}, {moment}, logged in to their account', { name, moment });
    case 'link':
      return t('{name}, {moment}, by a link sent to {email}', { name, moment, email: sent_to });
    case 'paper':
      return t('{name}, {day}, on paper; recorded by {recordedBy}', {
        name,
        day: showDate(signed_on),
        recordedBy: recorded_by,
      });
  }
}

function whatNext({ status, turn, missing }: Agreement, own: Party | undefined): string {
  const isOwn = own !== undefined && turn.includes(own);
  switch (status) {
    case 'draft':
      if (missing.length === 0) return t('The school sends it next.');
      return own === 'business'
        ? t('Fill in what is missing.')
        : t('The business or the school fills in what is missing.');
    case 'sent':
    case 'partly signed':
      return isOwn
        ? t('It’s your turn to sign.')
        : t('Next: {parties}', { parties: turn.map((party) => t(partyWords[party])).join(', ') });
    case 'signed':
      return t('The agreement is in force.');
    default:
      return t('The school decides what happens next.');
  }
}
