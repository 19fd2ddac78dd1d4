import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { useState } from 'react';
import { showNotSaved } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { dateOf } from '../../ui/dates.ts';
import { Screen } from '../../ui/Screen.tsx';
import { newForm } from './form-state.ts';
import { OpportunityForm } from './OpportunityForm.tsx';

export default function NewOpportunityScreen() {
  const user = useUser();
  const create = useCall(opportunityCalls.createOpportunity, { quiet: true, onError: showNotSaved });
  const [initialValues] = useState(() => newForm(user.location, dateOf(new Date())));
  return (
    <Screen
      title={t('Create opportunity')}
      lead={t('Tell students what they’ll do, learn, and need. You can change this later.')}
      width="narrow"
    >
      <OpportunityForm
        initialValues={initialValues}
        home={user.location}
        draftKey={`opportunity new ${user._id}`}
        save={t('Create opportunity')}
        saved={t('Opportunity successfully created.')}
        onSave={(input) => create.mutateAsync(input)}
      />
    </Screen>
  );
}
