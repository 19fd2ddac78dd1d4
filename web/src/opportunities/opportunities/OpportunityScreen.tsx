import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { isFull, seatsNotice } from '@waypost/contract/opportunities/opportunities/rules';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { subjectQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { RichTextView } from '../../ui/RichTextView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ApplyPanel } from './ApplyPanel.tsx';
import { BusinessPanel } from './BusinessPanel.tsx';
import { FactsPanel } from './FactsPanel.tsx';
import classes from './Opportunity.module.css';
import { OpportunityToCome } from './OpportunityFrame.tsx';
import { OwnerLinks } from './OwnerLinks.tsx';
import { WherePanel } from './WherePanel.tsx';

/** Reuses the page's early request instead of sending it again. */
const NEW_MS = 5_000;

/** A single opportunity in full (docs/behavior/opportunities.md#screens). */
export default function OpportunityScreen() {
  const { id } = useParams({ from: '/opportunity/view/$id' });
  const { role } = useUser();
  const query = useQuery(
    subjectQuery(opportunityCalls.loadOpportunity, { opp_id: id }, { staleTime: NEW_MS }),
  );
  return (
    <Screen
      title={query.data?.opportunity_title ?? t('Opportunity')}
      lead={query.data && <Lead opportunity={query.data} />}
      action={role !== 'Student' && query.data && <OwnerLinks opportunity={query.data} role={role} />}
    >
      <Loaded query={query} waiting={<OpportunityToCome />} gently>
        {(opportunity) => <Whole opportunity={opportunity} />}
      </Loaded>
      {query.isError && role === 'Student' && (
        <TextLink to="/opportunity/browse">{t('Browse the opportunities')}</TextLink>
      )}
    </Screen>
  );
}

function Lead({ opportunity }: { opportunity: Opportunity }) {
  const seats = { ...opportunity, ...opportunity.reportData };
  const notice = seatsNotice(seats);
  return (
    <span className={classes.lead}>
      {shownBusiness(opportunity.business_id_fk)}
      {notice && <StatusBadge tone={isFull(seats) ? 'plain' : 'attention'}>{notice}</StatusBadge>}
    </span>
  );
}

function Whole({ opportunity }: { opportunity: Opportunity }) {
  const { role } = useUser();
  return (
    <div className={classes.columns}>
      <RichTextView html={opportunity.short_description} />
      <div className={classes.aside}>
        {role === 'Student' && <ApplyPanel opportunity={opportunity} />}
        <FactsPanel opportunity={opportunity} />
        <BusinessPanel business={opportunity.business_id_fk} />
      </div>
      <div className={classes.texts}>
        <section aria-labelledby="full-description">
          <h2 id="full-description">{t('Description')}</h2>
          <RichTextView html={opportunity.full_description} />
        </section>
        <section aria-labelledby="skills-required">
          <h2 id="skills-required">{t('Skills required')}</h2>
          <RichTextView html={opportunity.skills_required} />
        </section>
        {opportunity.opportunity_type !== 'Virtual' && <WherePanel opportunity={opportunity} />}
      </div>
    </div>
  );
}
