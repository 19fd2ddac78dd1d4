import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { bothNames } from '@waypost/contract/messages/links/rules';
import {
  type Agreement,
  agreementCalls,
  type PlacementAgreement,
} from '@waypost/contract/placements/agreements/calls';
import { type Party, parties, partyWords } from '@waypost/contract/placements/agreements/rules';
import { missingBusiness } from '@waypost/contract/placements/projects/rules';
import { useUser } from '../../client/session.ts';
import { showDate } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import classes from './Agreement.module.css';
import { AgreementStatus } from './AgreementStatus.tsx';
import { AgreementText } from './AgreementText.tsx';
import { ChangeAgreement } from './ChangeAgreement.tsx';
import { DraftForm } from './DraftForm.tsx';
import { PaperForm } from './PaperForm.tsx';
import { SignForm } from './SignForm.tsx';
import { useAgreement, useAgreementCall } from './use-agreement.ts';

/** A placement's training agreement: its text, its signatures, and the next steps. */
export default function AgreementScreen() {
  const { id } = useParams({ from: '/project/$id/agreement' });
  const { role } = useUser();
  const query = useAgreement(id);
  return (
    <Screen
      title={t('Training agreement')}
      lead={query.data && <Lead found={query.data} />}
      action={
        (role === 'Business' || query.data?.agreement) && (
          <Group gap="xs" className={classes.actions}>
            {role === 'Business' && (
              <LinkButton to="/interns/viewall" variant="default">
                {t('All interns')}
              </LinkButton>
            )}
            {query.data?.agreement && (
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} aria-hidden />}
                onClick={() => window.print()}
              >
                {t('Print')}
              </Button>
            )}
          </Group>
        )
      }
    >
      {role === 'Student' && <ProjectTabs id={id} />}
      <Loaded query={query}>
        {(found) =>
          found.agreement ? (
            <Found key={found.agreement._id} found={found} agreement={found.agreement} />
          ) : (
            <NoAgreement found={found} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Lead({ found: { project_id, names } }: { found: PlacementAgreement }) {
  const { role } = useUser();
  const business = names.business || missingBusiness();
  const about = t('{student} at {business}: {title}', {
    student: names.student,
    business,
    title: names.title,
  });
  if (role === 'Business' || role === 'Student') return about;
  return (
    <TextLink underline="always" to="/admin/project/$id" params={{ id: project_id }}>
      {about}
    </TextLink>
  );
}

function NoAgreement({ found }: { found: PlacementAgreement }) {
  const start = useAgreementCall(agreementCalls.startAgreement);
  return (
    <EmptyState
      title={t('This placement has no agreement')}
      action={
        found.may_start && (
          <Button loading={start.isPending} onClick={() => start.mutate({ project_id: found.project_id })}>
            {t('Start an agreement')}
          </Button>
        )
      }
    >
      {found.may_start
        ? t('It started before Waypost had agreements. You can write one from your template.')
        : t('Ask your school if you need one.')}
    </EmptyState>
  );
}

interface FoundProps {
  found: PlacementAgreement;
  agreement: Agreement;
}

function Found({ found, agreement }: FoundProps) {
  const home = useFocusHome<HTMLDivElement>();
  const { actions, status, version } = agreement;
  const may = (action: Agreement['actions'][number]) => actions.includes(action);
  const of = { projectId: found.project_id, agreement };
  // A draft is filled in before it is read, so on a phone its form comes first.
  const steps = (
    <Stack className={classes.steps}>
      {may('fill in') && <DraftForm {...of} birthDateOf={found.birth_date_of} />}
      {(may('sign') || may('decline')) && (
        <SignForm {...of} signsAs={found.signs_as} business={found.names.business} />
      )}
      {may('record paper') && <PaperForm {...of} needsScan={found.needs_scan} />}
      {(may('change') || may('void')) && <ChangeAgreement {...of} />}
    </Stack>
  );
  return (
    <section className={classes.columns} ref={home} tabIndex={-1} aria-label={t('Training agreement')}>
      <div className={classes.status}>
        <AgreementStatus projectId={found.project_id} agreement={agreement} versions={found.versions} />
      </div>
      {status === 'draft' && steps}
      <Paper withBorder p={{ base: 'lg', md: 'xl' }} className={classes.document}>
        <Title order={2} size="h3">
          {status === 'draft'
            ? t('Draft of version {version}', { version })
            : t('Version {version}', { version })}
        </Title>
        <AgreementText text={agreement.text} lang={agreement.locale} />
        <OnPaper agreement={agreement} />
      </Paper>
      {status !== 'draft' && steps}
    </section>
  );
}

/** Only for print: the signatures, and a blank line for each missing one. */
function OnPaper({ agreement }: { agreement: Agreement }) {
  const signers: readonly Party[] = agreement.parties.length > 0 ? agreement.parties : parties;
  return (
    <div className={classes.onPaper}>
      {signers.map((party) => {
        const signature = agreement.signatures.find((one) => one.party === party);
        return (
          <Text key={party} className={classes.line}>
            {signature
              ? t('{party}: signed by {name} on {day}', {
                  party: t(partyWords[party]),
                  name: bothNames(signature.name, signature.name_on_file),
                  day: showDate(signature.signed_on),
                })
              : t('{party}: name, signature, date', { party: t(partyWords[party]) })}
          </Text>
        );
      })}
    </div>
  );
}
