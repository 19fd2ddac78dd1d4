import { useParams } from '@tanstack/react-router';
import { isReadOnly } from '@waypost/contract/access';
import { t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { isStaff } from '@waypost/contract/roles';
import { Suspense, useEffect } from 'react';
import { useSession } from '../../client/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Waiting } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { readVariant } from './form-variant.ts';
import { PictureBlock } from './PictureBlock.tsx';
import { StaffForm } from './StaffForm.tsx';
import { StudentForm } from './StudentForm.tsx';
import { useListNames } from './use-list-names.ts';

// Needs rich text, contacts and a school list, which no other role's form has.
const loadBusinessForm = () => import('./BusinessForm.tsx');
const BusinessForm = lazyPart(loadBusinessForm);

/** The user's own profile, by role, with its variants (docs/behavior/profiles.md#screens). */
export default function ProfileScreen() {
  const { session } = useSession();
  const { variant: segment } = useParams({ strict: false });
  // The screen is still mounted for a moment after the session ends.
  if (!session) return null;
  const { user } = session;
  const variant = readVariant(segment);
  if (isReadOnly(user)) return <CannotEdit user={user} />;
  const isFirst = user.__v === 0 && !isStaff(user.role);
  return (
    <Screen
      title={isFirst ? t('Complete your profile') : t('Profile')}
      lead={leadOf(user, variant === 'test')}
      width="narrow"
      action={
        !isFirst && (
          <LinkButton to="/profile/view/$id" params={{ id: user._id }} variant="default">
            {t('View profile')}
          </LinkButton>
        )
      }
    >
      {variant === undefined && <PictureBlock user={user} />}
      <Form key={user._id} user={user} variant={variant} />
    </Screen>
  );
}

/** A notice above the screen says why. */
function CannotEdit({ user }: { user: User }) {
  return (
    <Screen title={t('Profile')} width="narrow">
      <EmptyState
        title={t('Your profile can’t be changed now')}
        action={
          <LinkButton to="/profile/view/$id" params={{ id: user._id }}>
            {t('View profile')}
          </LinkButton>
        }
      >
        {t('You can edit it again once your school activates your account.')}
      </EmptyState>
    </Screen>
  );
}

function leadOf(user: User, testing: boolean): string {
  if (testing) return t('Test mode: the form is checked and shows what would be saved. Nothing is saved.');
  if (isStaff(user.role)) return t('Your name, as others see it.');
  if (user.__v > 0) return t('Changes appear everywhere right away.');
  return user.role === 'Student'
    ? t('After you save it, you can browse opportunities. Fields with a star are required.')
    : t(
        'After you save it, you can look around. Students read it before they apply. Fields with a star are required.',
      );
}

interface FormProps {
  user: User;
  variant: ReturnType<typeof readVariant>;
}

function Form({ user, variant }: FormProps) {
  return isStaff(user.role) ? (
    <StaffForm user={user} variant={variant} />
  ) : (
    <SectionedForm user={user} variant={variant} />
  );
}

/** Appears with its choices, which would move what is below them if they came later. */
function SectionedForm({ user, variant }: FormProps) {
  const lists = useListNames();
  const isBusiness = user.role === 'Business';
  // At the same time as its choices. If that fails, rendering it says so.
  useEffect(() => {
    if (isBusiness) loadBusinessForm().catch(() => undefined);
  }, [isBusiness]);
  if (lists.isLoading) return <Waiting />;
  if (!isBusiness) return <StudentForm user={user} variant={variant} />;
  return (
    <Suspense fallback={<Waiting />}>
      <BusinessForm user={user} variant={variant} />
    </Suspense>
  );
}
