import { Button, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { useState } from 'react';
import { refresh, subjectQuery } from '../../client/queries.ts';
import { trimmed } from '../../client/search-params.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { TeacherForm } from './TeacherForm.tsx';
import { TeacherList } from './TeacherList.tsx';
import { readTeachersSearch, type TeachersSearch } from './teachers-search.ts';

/**
 * Manage Teachers: the list, the form for a new teacher or, if the URL has an id, the form of that teacher
 * (docs/behavior/teachers.md#screens).
 */
export default function TeachersScreen() {
  const { id } = useParams({ strict: false });
  const search = readTeachersSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const open = adding || id !== undefined;

  async function close(changed: boolean): Promise<void> {
    setAdding(false);
    if (id !== undefined) await navigate({ to: '/admins' });
    if (changed)
      await refresh(queries, peopleCalls.filterUsers, peopleCalls.searchUsers, profileCalls.getUser);
  }
  const choose = (change: TeachersSearch) =>
    void navigate({
      to: '/admins',
      search: (before: TeachersSearch) => trimmed({ ...before, ...change }),
      replace: true,
    });

  const toggle = (
    <Button
      variant={open ? 'default' : 'filled'}
      leftSection={open ? <IconX size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
      aria-expanded={open}
      onClick={() => (open ? void close(false) : setAdding(true))}
    >
      {open ? t('Close the form') : t('Add a teacher')}
    </Button>
  );
  const add = <Button onClick={() => setAdding(true)}>{t('Add your first teacher')}</Button>;
  return (
    <Screen title={t('Manage Teachers')} action={toggle}>
      <Stack gap="lg">
        {id !== undefined && <Editing key={id} id={id} onDone={(changed) => void close(changed)} />}
        {adding && id === undefined && (
          <TeacherForm teacher={null} onDone={(changed) => void close(changed)} />
        )}
        {!open && <TeacherList search={search} onSearch={choose} add={add} />}
      </Stack>
    </Screen>
  );
}

function Editing({ id, onDone }: { id: string; onDone: (changed: boolean) => void }) {
  // Do not cache, so that the form starts with the saved values.
  const teacher = useQuery({ ...subjectQuery(profileCalls.getUser, { id }), gcTime: 0 });
  return (
    <Loaded query={teacher} isEmpty={({ role }) => role !== 'Teacher'} empty={<NoTeacher />}>
      {(found) => <TeacherForm teacher={found} onDone={onDone} />}
    </Loaded>
  );
}

function NoTeacher() {
  return (
    <EmptyState
      title={t('This isn’t a teacher')}
      action={<LinkButton to="/admins">{t('All teachers')}</LinkButton>}
    >
      {t('This address belongs to an account with another role.')}
    </EmptyState>
  );
}
