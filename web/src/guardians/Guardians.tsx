import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isStaff } from '@waypost/contract/accounts/rules';
import { utcDay } from '@waypost/contract/dates';
import { type Guardian, guardianCalls } from '@waypost/contract/guardians/calls';
import {
  comesOfAge,
  GUARDIANS_MAX,
  needsGuardian,
  type Relationship,
} from '@waypost/contract/guardians/rules';
import { relationshipNames } from '@waypost/contract/guardians/words';
import { locales, t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/profiles/calls';
import { useState } from 'react';
import { notify } from '../client/notices.ts';
import { callQuery, useCall } from '../client/queries.ts';
import { useUser } from '../client/session.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { showDate } from '../ui/dates.ts';
import { EmailLink } from '../ui/EmailLink.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useFocusHome } from '../ui/use-focus-home.ts';
import { BirthDate } from './BirthDate.tsx';
import { GuardianForm } from './GuardianForm.tsx';
import { useKeepGuardians } from './use-keep-guardians.ts';

/** A student's parents and guardians, for the student and staff (docs/behavior/guardians.md#screen). */
export default function Guardians({ student }: { student: SeenUser }) {
  const isForStaff = isStaff(useUser().role);
  const asked = useQuery(callQuery(guardianCalls.getGuardians, { student_id: student._id }));
  // Where the button that was pressed is gone, the focus stays with the section.
  const section = useFocusHome<HTMLElement>();
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      aria-label={t('Parents and guardians')}
      ref={section}
      tabIndex={-1}
    >
      <Stack>
        <div>
          <Title order={2} size="h3">
            {t('Parents and guardians')}
          </Title>
          <Text size="sm" c="dimmed">
            {partOf(student)}
          </Text>
        </div>
        {isForStaff && <BirthDate student={student} />}
        <Loaded asked={asked}>{(found) => <List student={student} guardians={found} />}</Loaded>
      </Stack>
    </Paper>
  );
}

/** Until when a guardian has to act for the student. */
function partOf({ birth_date = null }: SeenUser): string {
  if (birth_date === null) return t('They sign for the student. No birth date is on file.');
  const day = showDate(comesOfAge(birth_date));
  return needsGuardian(birth_date, utcDay(new Date()))
    ? t('They sign for the student until {day}.', { day })
    : t('The student has been of age since {day} and signs alone.', { day });
}

function List({ student, guardians }: { student: SeenUser; guardians: Guardian[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      {guardians.map((guardian) =>
        open === guardian._id ? (
          <GuardianForm key={guardian._id} student={student} guardian={guardian} onDone={close} />
        ) : (
          <OneGuardian
            key={guardian._id}
            student={student}
            guardian={guardian}
            onEdit={() => setOpen(guardian._id)}
          />
        ),
      )}
      {guardians.length === 0 && <Text c="dimmed">{t('No one has been named yet.')}</Text>}
      {open === 'new' ? (
        <GuardianForm student={student} onDone={close} />
      ) : (
        guardians.length < GUARDIANS_MAX && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setOpen('new')}
            >
              {guardians.length > 0 ? t('Add another person') : t('Add a person')}
            </Button>
          </Group>
        )
      )}
    </Stack>
  );
}

interface OneGuardianProps {
  student: SeenUser;
  guardian: Guardian;
  onEdit: () => void;
}

function OneGuardian({ student, guardian, onEdit }: OneGuardianProps) {
  const isForStaff = isStaff(useUser().role);
  const [removing, setRemoving] = useState(false);
  const keep = useKeepGuardians(student._id);
  const confirm = useCall(guardianCalls.confirmGuardian, {
    onSuccess: (fresh) => {
      keep(fresh);
      notify.success(t('{name} is confirmed.', { name: guardian.name }));
    },
  });
  const remove = useCall(guardianCalls.removeGuardian, { quiet: true, onSuccess: keep });
  const { _id, name, email, phone, relationship, language, added_by, confirmed, may_sign } = guardian;
  const of = { student_id: student._id, _id };
  // Whom the school vouches for, only the school removes.
  const mayRemove = isForStaff || (added_by === 'student' && !confirmed);
  return (
    <Stack component="article" aria-label={name} gap={6}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {confirmed ? (
          <StatusBadge tone="good">{t('Confirmed')}</StatusBadge>
        ) : (
          <StatusBadge tone={isForStaff ? 'attention' : 'waiting'}>{t('Not confirmed yet')}</StatusBadge>
        )}
        {!may_sign && <StatusBadge tone="plain">{t('Does not sign')}</StatusBadge>}
      </Group>
      <Text size="sm">
        {[
          relationship && t(relationshipNames[relationship as Relationship]),
          locales[language],
          added_by === 'school' ? t('Added by the school') : t('Named by the student'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="md">
        {email ? <EmailLink address={email} /> : <Text c="dimmed">{t('No email')}</Text>}
        {phone && <a href={`tel:+1${phone.replace(/\D/g, '')}`}>{phone}</a>}
      </Group>
      <Group gap="xs">
        {isForStaff && !confirmed && (
          <Button size="xs" loading={confirm.isPending} onClick={() => confirm.mutate(of)}>
            {t('Confirm {name}', { name })}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onEdit}>
          {t('Edit {name}', { name })}
        </Button>
        {mayRemove && (
          <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
            {t('Remove {name}', { name })}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutateAsync(of)}
        confirm={t('Remove {name}', { name })}
        destroys
      >
        {t('{name} will no longer be asked to sign or consent.', { name })}
      </ConfirmDialog>
    </Stack>
  );
}
