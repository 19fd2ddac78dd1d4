import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { utcDay } from '@waypost/contract/dates';
import { locales, t } from '@waypost/contract/i18n';
import { type Guardian, guardianCalls } from '@waypost/contract/people/guardians/calls';
import {
  eighteenthBirthday,
  GUARDIANS_MAX,
  needsGuardian,
  type Relationship,
} from '@waypost/contract/people/guardians/rules';
import { relationshipNames } from '@waypost/contract/people/guardians/words';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { progressCalls } from '@waypost/contract/placements/progress/calls';
import { isStaff } from '@waypost/contract/roles';
import { notify } from '../../client/notices.ts';
import { PhoneLink } from '../../client/PhoneLink.tsx';
import { callQuery, useCall } from '../../client/queries.ts';
import { useReadOnly, useUser } from '../../client/session.ts';
import { PersonProof } from '../../messages/proofs/PersonProof.tsx';
import { showDate } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PeopleList, PeopleSection, PersonCard } from '../../ui/PeopleList.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ReleaseSection } from '../consents/ReleaseSection.tsx';
import { BirthDate } from './BirthDate.tsx';
import { GuardianForm } from './GuardianForm.tsx';
import { useCacheGuardians } from './use-cache-guardians.ts';

/** A student's parents and guardians, for the student and staff (docs/behavior/guardians.md#screen). */
export default function Guardians({ student }: { student: SeenUser }) {
  const isForStaff = isStaff(useUser().role);
  const isFixed = useReadOnly();
  const query = useQuery(callQuery(guardianCalls.getGuardians, { student_id: student._id }));
  return (
    <>
      <PeopleSection title={t('Parents and guardians')} description={partOf(student)}>
        {isForStaff && <BirthDate student={student} />}
        <Loaded query={query}>
          {(guardians) => (
            <PeopleList
              people={guardians}
              max={GUARDIANS_MAX}
              isFixed={isFixed}
              card={(guardian, onEdit) => (
                <>
                  <GuardianCard student={student} guardian={guardian} onEdit={onEdit} />
                  {isForStaff && <PersonProof accountId={student._id} person={guardian} />}
                </>
              )}
              form={(guardian, onDone) => (
                <GuardianForm student={student} guardian={guardian} onDone={onDone} />
              )}
            />
          )}
        </Loaded>
      </PeopleSection>
      <ReleaseSection student={student} guardians={query.data ?? []} />
    </>
  );
}

/** The date until which a guardian has to act for the student. */
function partOf({ birth_date = null }: SeenUser): string {
  if (birth_date === null) return t('They sign for the student. No birth date is on file.');
  const day = showDate(eighteenthBirthday(birth_date));
  return needsGuardian(birth_date, utcDay(new Date()))
    ? t('They sign for the student until {day}.', { day })
    : t('The student turned 18 on {day} and signs for themselves.', { day });
}

interface GuardianCardProps {
  student: SeenUser;
  guardian: Guardian;
  onEdit: () => void;
}

function GuardianCard({ student, guardian, onEdit }: GuardianCardProps) {
  const isForStaff = isStaff(useUser().role);
  const isFixed = useReadOnly();
  const keep = useCacheGuardians(student._id);
  const confirm = useCall(guardianCalls.confirmGuardian, {
    onSuccess: (fresh) => {
      keep(fresh);
      notify.success(t('{name} is confirmed.', { name: guardian.name }));
    },
  });
  const send = useCall(progressCalls.sendProgressLink, {
    onSuccess: () =>
      notify.success(t('We emailed the link to {email}.', { email: guardian.email }), t('Link sent')),
  });
  const remove = useCall(guardianCalls.removeGuardian, { quiet: true, onSuccess: keep });
  const { _id, name, email, relationship, language, added_by, confirmed, may_sign } = guardian;
  const of = { student_id: student._id, _id };
  const needs = needsGuardian(student.birth_date ?? null, utcDay(new Date()));
  // Only the school can remove a guardian it has confirmed.
  const mayRemove = isForStaff || (!isFixed && added_by === 'student' && !confirmed);
  return (
    <PersonCard
      person={guardian}
      phone={guardian.phone && <PhoneLink phone={guardian.phone} />}
      badges={
        <>
          {confirmed ? (
            <StatusBadge tone="good">{t('Confirmed')}</StatusBadge>
          ) : (
            <StatusBadge tone={isForStaff ? 'attention' : 'waiting'}>{t('Not confirmed yet')}</StatusBadge>
          )}
          {!may_sign && <StatusBadge tone="plain">{t('Does not sign')}</StatusBadge>}
        </>
      }
      about={[
        relationship && t(relationshipNames[relationship as Relationship]),
        locales[language],
        added_by === 'school' ? t('Added by the school') : t('Named by the student'),
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={
        isForStaff && (
          <>
            {!confirmed && (
              <Button size="sm" loading={confirm.isPending} onClick={() => confirm.mutate(of)}>
                {t('Confirm {name}', { name })}
              </Button>
            )}
            {confirmed && email !== '' && needs && (
              <Button size="sm" variant="default" loading={send.isPending} onClick={() => send.mutate(of)}>
                {t('Send {name} the progress link', { name })}
              </Button>
            )}
          </>
        )
      }
      onEdit={isFixed ? undefined : onEdit}
      remove={
        mayRemove
          ? {
              run: () => remove.mutateAsync(of),
              consequence: t('{name} will no longer be asked to sign or consent.', { name }),
            }
          : undefined
      }
    />
  );
}
