import { ActionIcon, Combobox, Loader, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import type { SelectedStudent } from '@waypost/contract/opportunities/opportunities/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { SEARCH_FROM_CHARACTERS } from '@waypost/contract/people/directory/rules';
import { fullName } from '@waypost/contract/people/profiles/rules';
import { groupOf } from '@waypost/contract/placements/applications/rules';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { call } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './OpportunityForm.module.css';

interface StudentPickerProps {
  students: SelectedStudent[];
  onChange: (students: SelectedStudent[]) => void;
  error?: ReactNode;
}

/**
 * Suggestions wait until the person stops typing (docs/behavior/opportunities.md#finding-students), and
 * time out after five seconds.
 */
const WAIT_MS = 500;
const GIVE_UP_MS = 5000;

/** Whether removing the student ends an offer, or an application that the business has not decided yet. */
const isOpen = ({ status }: SelectedStudent) => status != null && groupOf(status) === 'Open';

/** Finds approved students by email or name, and lists the chosen ones. */
export default function StudentPicker({ students, onChange, error }: StudentPickerProps) {
  const [typed, setTyped] = useState('');
  const [notFound, setNotFound] = useState<string | null>(null);
  const [asking, setAsking] = useState<SelectedStudent | null>(null);
  const [settled] = useDebouncedValue(typed.trim(), WAIT_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const searching = settled.length >= SEARCH_FROM_CHARACTERS && settled === typed.trim();
  const found = useQuery({
    ...callQuery(peopleCalls.searchStudents, { search: settled }, { quiet: true, timeout: GIVE_UP_MS }),
    enabled: searching,
  });
  const chosen = new Set(students.map((student) => student._id));
  const suggested = (searching ? (found.data ?? []) : []).filter((student) => !chosen.has(student._id));

  function choose(student: SelectedStudent): void {
    if (!chosen.has(student._id)) onChange([...students, student]);
    setTyped('');
    setNotFound(null);
    combobox.closeDropdown();
  }

  async function chooseByEmail(email: string): Promise<void> {
    try {
      const student = await call(peopleCalls.getUserByEmail, { email });
      // Same message for a teacher's email and an unknown one, so that it does not reveal who has an
      // account.
      if (Array.isArray(student)) setNotFound(t('Sorry No Student with that email exists'));
      else choose(student);
    } catch {
      setNotFound(t('We couldn’t search students. Try again in a moment.'));
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Enter chooses a student and never submits the form.
    event.preventDefault();
    if (combobox.getSelectedOptionIndex() === -1 && typed.trim() !== '') void chooseByEmail(typed.trim());
  }

  return (
    <Stack gap="xs">
      <Combobox
        store={combobox}
        shadow="md"
        onOptionSubmit={(id) => {
          const student = suggested.find((each) => each._id === id);
          if (student) choose(student);
        }}
      >
        <Combobox.Target>
          <TextInput
            label={t('Students')}
            description={t(
              'Search by email or name. You can choose approved students in your school system.',
            )}
            required
            // Otherwise screen readers announce a plain text field, without the suggestions.
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setNotFound(null);
              combobox.openDropdown();
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={onKeyDown}
            rightSection={searching && found.isFetching && <Loader size="xs" aria-hidden />}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={suggested.length === 0}>
          <Combobox.Options aria-label={t('Students found')}>
            {suggested.map((student) => (
              <Combobox.Option key={student._id} value={student._id}>
                <Text size="sm" fw={600}>
                  {fullName(student)}
                </Text>
                <Text size="sm" c="dimmed">
                  {student.email}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Text size="sm" c="dimmed" role="status">
        {notFound ?? lineUnder()}
      </Text>
      {students.length > 0 && (
        <ul className={classes.students} aria-label={t('Chosen students')}>
          {students.map((student) => (
            <li key={student._id} className={classes.student}>
              <div className={classes.who}>
                <Text size="sm" fw={600}>
                  {fullName(student)}
                </Text>
                <Text size="sm" c="dimmed">
                  {student.email}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={40}
                aria-label={t('Remove {name}', { name: fullName(student) })}
                onClick={() => (isOpen(student) ? setAsking(student) : remove(student))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => asking && remove(asking)}
        confirm={t('Remove {name}', { name: asking ? fullName(asking) : '' })}
        destroys
      >
        {asking &&
          t(
            '{name} has an open offer. When you save, it is withdrawn and {name} gets an email. If you choose {name} again later, that makes a new offer.',
            {
              name: fullName(asking),
            },
          )}
      </ConfirmDialog>
    </Stack>
  );

  function remove({ _id }: SelectedStudent): void {
    onChange(students.filter((each) => each._id !== _id));
  }

  function lineUnder(): string {
    if (searching && found.isError) return t('We couldn’t search students. Try again in a moment.');
    if (searching && found.data?.length === 0) return t('Sorry No Student with that email exists');
    if (searching && found.data && suggested.length === 0) return t('Everyone found is already chosen.');
    if (students.length === 0) return t('No students chosen yet.');
    return t('{n, plural, one {1 student chosen.} other {{n} students chosen.}}', { n: students.length });
  }
}
