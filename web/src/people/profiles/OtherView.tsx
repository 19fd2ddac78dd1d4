import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { wireName } from '@waypost/contract/wire-names';
import { OwnNames } from '../../client/OwnText.tsx';
import { mailTo } from './Contact.tsx';
import { Facts } from './Facts.tsx';
import { profileName, yearsActiveOf } from './profile-facts.ts';
import { ViewFrame } from './ViewFrame.tsx';

/** The view of anyone who is neither a student nor a business (docs/behavior/profiles.md#screens). */
export function OtherView({ user }: { user: SeenUser }) {
  return (
    <ViewFrame user={user} line={wireName(user.role)} aside={null}>
      <Facts
        title={t('Account')}
        facts={[
          [t('Name'), profileName(user)],
          [t('Role'), wireName(user.role)],
          [t('Email'), mailTo(user.email)],
          [t('Schools'), user.schools?.join(', ')],
          [t('Programs'), user.programs?.length ? <OwnNames key="programs" names={user.programs} /> : ''],
          [t('Years active'), yearsActiveOf(user)],
        ]}
      />
    </ViewFrame>
  );
}
