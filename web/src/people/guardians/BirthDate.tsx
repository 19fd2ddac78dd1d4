import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { profileCalls, type SeenUser } from '@waypost/contract/people/profiles/calls';
import { birthDateOn } from '@waypost/contract/people/profiles/forms';
import { useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { keyOf, useCall } from '../../client/queries.ts';
import { DateField } from '../../ui/DateField.tsx';
import { dateOf, showDate } from '../../ui/dates.ts';

/** A student's birth date, who entered it, and a button for staff to correct it. */
export function BirthDate({ student }: { student: SeenUser }) {
  const [editing, setEditing] = useState(false);
  const { birth_date, birth_date_by } = student;
  if (editing) return <BirthDateForm student={student} onDone={() => setEditing(false)} />;
  return (
    <Group gap="md">
      <Text>
        {birth_date
          ? birth_date_by === 'school'
            ? t('Born {date}, entered by the school', { date: showDate(birth_date) })
            : t('Born {date}, entered by the student', { date: showDate(birth_date) })
          : t('No birth date')}
      </Text>
      <Button size="sm" variant="default" onClick={() => setEditing(true)}>
        {birth_date ? t('Correct the birth date') : t('Enter the birth date')}
      </Button>
    </Group>
  );
}

function BirthDateForm({ student, onDone }: { student: SeenUser; onDone: () => void }) {
  const queries = useQueryClient();
  const [today] = useState(() => dateOf(new Date()));
  const [schema] = useState(() => birthDateOn(today));
  const save = useCall(guardianCalls.saveBirthDate);
  const { form, busy, formProps } = useCheckedForm({
    schema,
    initialValues: { birth_date: student.birth_date ?? '' },
    submit: async ({ birth_date }) => {
      await save.mutateAsync({ student_id: student._id, birth_date });
      queries.setQueryData<SeenUser>(
        keyOf(profileCalls.getUser, { id: student._id }),
        (now) => now && { ...now, birth_date, birth_date_by: 'school' },
      );
      notify.success(t('Birth date saved.'));
      onDone();
    },
  });
  return (
    <form {...formProps} aria-label={t('Birth date')}>
      <Group align="flex-start">
        <DateField
          label={t('Birth date')}
          required
          {...form.getInputProps('birth_date')}
          value={form.values.birth_date}
          max={today}
        />
        <Group mt={26}>
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Save birth date')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
