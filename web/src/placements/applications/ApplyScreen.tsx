import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { ApplyInput } from '@waypost/contract/placements/applications/forms';
import { NO_COVER_LETTER } from '@waypost/contract/placements/applications/rules';
import { useState } from 'react';
import { useDraft } from '../../client/draft.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { refresh, subjectQuery, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { hoursSentence, MinimumHoursDialog } from '../../opportunities/opportunities/MinimumHoursDialog.tsx';
import { obstacleTo } from '../../opportunities/opportunities/obstacle-words.ts';
import { termFacts } from '../../opportunities/opportunities/opportunity-facts.tsx';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FactList } from '../../ui/FactList.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { T } from '../../ui/T.tsx';

const { createApplication, getApplicationToOpportunity } = applicationCalls;

/** The cover letter of an application (docs/behavior/applications.md#applying). */
export default function ApplyScreen() {
  const { id } = useParams({ from: '/opportunity/view/$id/apply' });
  const opportunity = useQuery(subjectQuery(opportunityCalls.loadOpportunity, { opp_id: id }));
  const earlier = useQuery(subjectQuery(getApplicationToOpportunity, { opp_id: id }, { quiet: true }));
  return (
    <Screen
      title={t('Apply')}
      lead={opportunity.data && <What opportunity={opportunity.data} />}
      width="narrow"
    >
      <Loaded query={opportunity}>
        {(found) => (
          <Loaded query={earlier}>
            {(application) =>
              '_id' in application ? (
                <AppliedBefore id={application._id} />
              ) : (
                <ApplyOrReason opportunity={found} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

function What({ opportunity }: { opportunity: Opportunity }) {
  return (
    <T
      m="<a/> at {businessName}"
      businessName={opportunity.business_id_fk.business_name}
      a={
        <TextLink underline="always" to="/opportunity/view/$id" params={{ id: opportunity._id }}>
          {opportunity.opportunity_title}
        </TextLink>
      }
    />
  );
}

function AppliedBefore({ id }: { id: string }) {
  return (
    <EmptyState
      title={t('You have already applied for this opportunity')}
      action={
        <LinkButton to="/application/view/$id" params={{ id }}>
          {t('See your application')}
        </LinkButton>
      }
    />
  );
}

function ApplyOrReason({ opportunity }: { opportunity: Opportunity }) {
  const obstacle = obstacleTo(opportunity);
  if (!obstacle)
    return (
      <Stack gap="md">
        <WhatIsOffered opportunity={opportunity} />
        <CoverLetter opportunity={opportunity} />
      </Stack>
    );
  return (
    <EmptyState
      title={obstacle}
      icon={<IconClock />}
      action={<LinkButton to="/opportunity/browse">{t('Browse other opportunities')}</LinkButton>}
    />
  );
}

/** What a student has to know before writing a letter. */
function WhatIsOffered({ opportunity }: { opportunity: Opportunity }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Pay and schedule')}>
      <FactList facts={termFacts(opportunity)} />
    </Paper>
  );
}

function CoverLetter({ opportunity }: { opportunity: Opportunity }) {
  const user = useUser();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const knowsHours = useLocation({ select: ({ state }) => state.knowsMinimumHours ?? false });
  const [asksHours, setAsksHours] = useState(false);
  const apply = useCall(createApplication);
  const { form, busy, formProps } = useCheckedForm({
    schema: ApplyInput,
    initialValues: { cover_letter: '', opportunity_id_fk: opportunity._id },
    invalid: ({ cover_letter }) => [
      cover_letter === t(NO_COVER_LETTER) ? t('Cover Letter Is Empty') : t('Check Your Form for errors'),
      t('Form Error'),
    ],
    submit: async () => (knowsHours ? send() : setAsksHours(true)),
  });
  const letter = form.getValues().cover_letter;
  const draft = useDraft(`cover-letter ${opportunity._id} ${user._id}`, letter, (kept) =>
    form.setFieldValue('cover_letter', kept),
  );

  async function send(): Promise<void> {
    await apply.mutateAsync({ cover_letter: letter, opportunity_id_fk: opportunity._id });
    draft.forget();
    void refresh(queries, getApplicationToOpportunity, applicationCalls.getMyApplications);
    await navigate({ to: '/applications/list' });
    notify.success(
      t('{businessName} has your application for {opportunityTitle}.', {
        businessName: opportunity.business_id_fk.business_name,
        opportunityTitle: opportunity.opportunity_title,
      }),
      t('Application submitted'),
    );
  }

  return (
    <form {...formProps}>
      <Stack gap="md">
        {draft.restored && (
          <DraftNotice
            onDiscard={() => {
              form.setFieldValue('cover_letter', '');
              draft.forget();
            }}
          />
        )}
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="md">
            <RichTextEditor
              label={t('Cover letter')}
              required
              description={t(
                'Say who you are, why this opportunity, and what you bring. Your draft stays on this device until you send it.',
              )}
              {...form.getInputProps('cover_letter')}
              value={letter}
            />
            <Text size="sm" c="dimmed">
              {hoursSentence(opportunity.internship_type)}{' '}
              {t(
                'The business also sees your name, school, program, class year, focus areas, picture, and résumé.',
              )}
            </Text>
            <Group justify="flex-end">
              <LinkButton variant="default" to="/opportunity/view/$id" params={{ id: opportunity._id }}>
                {t('Back')}
              </LinkButton>
              <Button type="submit" loading={busy}>
                {t('Send application')}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </Stack>
      <MinimumHoursDialog
        opened={asksHours}
        onClose={() => setAsksHours(false)}
        // The error's notice covers the letter, not this dialog.
        onConfirm={() => send().catch(() => undefined)}
        internshipType={opportunity.internship_type}
        confirm={t('Yes, send it')}
      />
    </form>
  );
}
