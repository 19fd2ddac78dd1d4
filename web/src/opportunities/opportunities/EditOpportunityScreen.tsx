import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { useState } from 'react';
import { call } from '../../client/call.ts';
import { showNotSaved } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { formOf } from './form-state.ts';
import { OpportunityForm } from './OpportunityForm.tsx';
import { useFreshOpportunity } from './use-fresh-opportunity.ts';

export default function EditOpportunityScreen() {
  const { id } = useParams({ from: '/opportunity/edit/$id' });
  const query = useFreshOpportunity(id);
  return (
    <Screen title={t('Edit opportunity')} lead={query.data?.opportunity_title} width="narrow">
      <Loaded query={query}>{(opportunity) => <EditForm key={id} opportunity={opportunity} />}</Loaded>
    </Screen>
  );
}

function EditForm({ opportunity }: { opportunity: Opportunity }) {
  const user = useUser();
  const edit = useCall(opportunityCalls.editOpportunity, { quiet: true, onError: showNotSaved });
  const { _id } = opportunity;
  const [initialValues] = useState(() => formOf(opportunity));
  return (
    <OpportunityForm
      initialValues={initialValues}
      home={user.location}
      draftKey={`opportunity edit ${_id} ${user._id}`}
      audienceStays={opportunity.audience === 'Specific'}
      save={t('Save changes')}
      saved={t('Opportunity successfully edited.')}
      edits={{
        revision: opportunity.revision,
        load: async () => {
          const stored = await call(opportunityCalls.loadOpportunity, { opp_id: _id });
          return { values: formOf(stored), revision: stored.revision };
        },
      }}
      onSave={(input, revision) => edit.mutateAsync({ ...input, _id, revision })}
    />
  );
}
