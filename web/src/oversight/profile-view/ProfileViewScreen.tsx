import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { mailCalls } from '@waypost/contract/messages/mail/calls';
import { profileCalls, type SeenUser } from '@waypost/contract/people/profiles/calls';
import { Suspense } from 'react';
import { callQuery, subjectQuery } from '../../client/queries.ts';
import { useReadOnly, useUser } from '../../client/session.ts';
import { AccountActions } from '../../people/directory/AccountActions.tsx';
import { BusinessView } from '../../people/profiles/BusinessView.tsx';
import { EarlierAgreements } from '../../people/profiles/EarlierAgreements.tsx';
import { OtherView } from '../../people/profiles/OtherView.tsx';
import { profileName } from '../../people/profiles/profile-facts.ts';
import { StudentAccess } from '../../people/profiles/StudentAccess.tsx';
import { StudentView } from '../../people/profiles/StudentView.tsx';
import { Loaded, Waiting } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';

// Most readers of a profile see none of these parts, so they load separately.
const StudentPlacements = lazyPart(() => import('../../placements/projects/StudentPlacements.tsx'));
const StudentApplications = lazyPart(() => import('../../placements/applications/StudentApplications.tsx'));
const StudentTimeline = lazyPart(() => import('../../placements/projects/StudentTimeline.tsx'));
const StudentData = lazyPart(() => import('../../people/directory/StudentData.tsx'));
const Contacts = lazyPart(() => import('../../people/contacts/Contacts.tsx'));
const Guardians = lazyPart(() => import('../../people/guardians/Guardians.tsx'));
const ReturnedMail = lazyPart(() => import('../../messages/mail/ReturnedMail.tsx'));
const ContactLog = lazyPart(() => import('../../people/contact-log/ContactLog.tsx'));

/** A person's profile, as far as the reader may see it (docs/behavior/profiles.md#screens). */
export default function ProfileViewScreen() {
  const { id = '' } = useParams({ strict: false });
  const { _id, role } = useUser();
  const own = _id === id;
  const isFixed = useReadOnly();
  const isForStaff = useIsForStaff();
  const query = useQuery(subjectQuery(profileCalls.getUser, { id }));
  const seesMail = isForStaff || (own && role !== 'SuperAdmin');
  // Wait for the content above the profile, which would push it down.
  const returnedMail = useQuery({
    ...callQuery(mailCalls.getReturnedMail, { user_id: id }, { quiet: true }),
    enabled: seesMail,
  });
  const shown = { ...query, data: returnedMail.isLoading ? undefined : query.data };
  return (
    <Screen
      title={query.data ? profileName(query.data) : t('Profile')}
      action={
        own &&
        !isFixed && (
          <LinkButton to="/profile" variant="default">
            {t('Edit profile')}
          </LinkButton>
        )
      }
    >
      <Loaded query={shown}>
        {(user) => (
          // One for all parts: one that loads by itself would move those below it.
          <Suspense fallback={<Waiting />}>
            {seesMail && <ReturnedMail userId={id} returned={returnedMail.data ?? []} />}
            <Seen user={user} />
          </Suspense>
        )}
      </Loaded>
    </Screen>
  );
}

function Seen({ user }: { user: SeenUser }) {
  if (user.role === 'Business') return <Business user={user} />;
  if (user.role === 'Student') return <Student user={user} />;
  return <OtherView user={user} />;
}

function useIsForStaff(): boolean {
  const { role } = useUser();
  return role === 'Teacher' || role === 'Admin';
}

function Business({ user }: { user: SeenUser }) {
  const isForStaff = useIsForStaff();
  const isOwn = useUser()._id === user._id;
  return (
    <Stack gap="lg">
      <BusinessView user={user} people={(isForStaff || isOwn) && <Contacts businessId={user._id} />} />
      {isForStaff && <StudentAccess businessId={user._id} />}
    </Stack>
  );
}

function Student({ user }: { user: SeenUser }) {
  const isForStaff = useIsForStaff();
  const { _id, role } = useUser();
  const isOwn = _id === user._id;
  return (
    <Stack gap="lg">
      <StudentView
        user={user}
        family={(isForStaff || isOwn) && <Guardians student={user} />}
        earlier={isForStaff && <EarlierAgreements userId={user._id} />}
        work={
          isForStaff && (
            <>
              <StudentPlacements studentId={user._id} />
              <StudentApplications studentId={user._id} />
            </>
          )
        }
        actions={isForStaff && <AccountActions user={user} />}
      />
      {isForStaff && (
        <>
          <StudentTimeline user={user} />
          <ContactLog studentId={user._id} name={profileName(user)} />
          {role === 'Admin' && <StudentData user={user} />}
        </>
      )}
    </Stack>
  );
}
