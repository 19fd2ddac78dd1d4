import type { SeenUser } from '@waypost/contract/profiles/calls';
import { mailTo } from './Contact.tsx';
import { Facts } from './Facts.tsx';
import { seenName, yearsActiveOf } from './seen.ts';
import { ViewFrame } from './ViewFrame.tsx';

/** The view of anyone who is neither a student nor a business (docs/behavior/profiles.md#screens). */
export function OtherView({ user }: { user: SeenUser }) {
  return (
    <ViewFrame user={user} line={user.role} aside={null}>
      <Facts
        title="Account"
        facts={[
          ['Name', seenName(user)],
          ['Role', user.role],
          ['Email', mailTo(user.email)],
          ['Schools', user.schools?.join(', ')],
          ['Programs', user.programs?.join(', ')],
          ['Years active', yearsActiveOf(user)],
        ]}
      />
    </ViewFrame>
  );
}
