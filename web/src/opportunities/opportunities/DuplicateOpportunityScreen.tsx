import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { useState } from 'react';
import { showNotSaved } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { dateOf } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { copyOf } from './form-state.ts';
import { OpportunityForm } from './OpportunityForm.tsx';
import { useFreshOpportunity } from './use-fresh-opportunity.ts';

export default function DuplicateOpportunityScreen() {
  const { id } = useParams({ from: '/opportunity/duplicate/$id' });
  const query = useFreshOpportunity(id);
  return (
    <Screen
      title={t('Duplicate opportunity')}
      lead={t('This copy is open to all students. Check its dates before you create it.')}
      width="narrow"
    >
      <Loaded query={query}>{(opportunity) => <CopyForm key={id} opportunity={opportunity} />}</Loaded>
    </Screen>
  );
}

function CopyForm({ opportunity }: { opportunity: Opportunity }) {
  const user = useUser();
  const create = useCall(opportunityCalls.createOpportunity, { quiet: true, onError: showNotSaved });
  const [initialValues] = useState(() => copyOf(opportunity, dateOf(new Date())));
  return (
    <OpportunityForm
      initialValues={initialValues}
      home={user.location}
      draftKey={`opportunity duplicate ${opportunity._id} ${user._id}`}
      save={t('Create copy')}
      saved={t('Opportunity successfully duplicated.')}
      onSave={(input) => create.mutateAsync(input)}
    />
  );
}
