import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { DuplicateUser } from '@waypost/contract/oversight/duplicates/calls';
import type { MatchedField } from '@waypost/contract/oversight/duplicates/rules';
import { canApprove } from '@waypost/contract/people/directory/rules';
import type { User } from '@waypost/contract/people/profiles/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { isBelow } from '@waypost/contract/roles';
import { fileAddress } from '../../client/call.ts';
import { useUser } from '../../client/session.ts';
import { StandingBadge } from '../../people/directory/StandingBadge.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/columns.ts';
import { showMoment } from '../../ui/dates.ts';
import { EmailText } from '../../ui/EmailText.tsx';
import { T } from '../../ui/T.tsx';
import classes from './Duplicates.module.css';

type ListColumn = Column<DuplicateUser>;

interface Choices {
  kind: 'Business' | 'NotBusiness';
  rows: readonly DuplicateUser[];
  /** The names of school systems, if the list spans several. */
  clients: ReadonlyMap<string, string> | undefined;
  caller: User;
  /** During a masquerade, the person behind the caller; otherwise the caller. */
  behind: string;
  onApprove: (row: DuplicateUser) => void;
  onMerge: (row: DuplicateUser) => void;
  onDelete: (row: DuplicateUser) => void;
}

/** The columns for each account, and its actions. */
export function columnsOf({
  kind,
  rows,
  clients,
  caller,
  behind,
  onApprove,
  onMerge,
  onDelete,
}: Choices): ListColumn[] {
  const person: ListColumn = {
    key: 'name',
    header: kind === 'Business' ? t('Business') : t('Student or teacher'),
    cell: (row) => <Person row={row} />,
    card: 'title',
  };
  const system: ListColumn = {
    key: 'client',
    header: t('School system'),
    cell: (row) => clients?.get(row.client) ?? '–',
  };
  const same: ListColumn = {
    key: 'same',
    header: t('Shares'),
    cell: (row) => <Shares row={row} rows={rows} />,
  };
  const school: ListColumn = { key: 'school', header: t('School'), cell: (row) => schoolOf(row) };
  const status: ListColumn = { key: 'approved', header: t('Status'), cell: (row) => <Status row={row} /> };
  const since: ListColumn = {
    key: 'createdAt',
    header: t('Since'),
    cell: (row) => showMoment(row.createdAt),
  };
  const actions: ListColumn = {
    key: 'actions',
    header: t('Actions'),
    card: 'actions',
    cell: (row) => (
      <Group gap={4} className={classes.actions}>
        {caller.role === 'Admin' && <Approve row={row} onApprove={onApprove} />}
        {isBelow(row.role, caller.role) && (
          <Button
            component={Link}
            to={`/admin/masquerade/${behind}/${row._id}`}
            variant="subtle"
            aria-label={t('Masquerade as {name}, {email}', { name: accountName(row), email: row.email })}
          >
            {t('Masquerade')}
          </Button>
        )}
        {caller.role === 'Admin' && (
          <>
            <Button
              variant="subtle"
              aria-label={t('Merge {name}, {email}', { name: accountName(row), email: row.email })}
              onClick={() => onMerge(row)}
            >
              {t('Merge')}
            </Button>
            <Button
              variant="subtle"
              aria-label={t('Delete {name}, {email}', { name: accountName(row), email: row.email })}
              onClick={() => onDelete(row)}
            >
              {t('Delete')}
            </Button>
          </>
        )}
      </Group>
    ),
  };
  const whose = clients ? [person, system] : [person];
  return kind === 'Business'
    ? [...whose, same, status, since, actions]
    : [...whose, same, school, status, since, actions];
}

const needsAgreement = ({ role, approved, agreement_file_id_fk: agreement }: DuplicateUser) =>
  !approved && role !== 'Teacher' && !canApprove({ role, hasAgreement: agreement !== null });

function Status({ row }: { row: DuplicateUser }) {
  const caller = useUser();
  return (
    <Stack gap={2} align="flex-start">
      <StandingBadge row={row} />
      {caller.role === 'Admin' && needsAgreement(row) && (
        <Text size="sm" c="dimmed">
          {t('Needs the agreement')}
        </Text>
      )}
    </Stack>
  );
}

function Approve({ row, onApprove }: { row: DuplicateUser; onApprove: Choices['onApprove'] }) {
  if (row.approved || row.role === 'Teacher' || needsAgreement(row)) return null;
  return (
    <Button
      variant="subtle"
      aria-label={t('Approve {name}, {email}', { name: accountName(row), email: row.email })}
      onClick={() => onApprove(row)}
    >
      {t('Approve')}
    </Button>
  );
}

const schoolOf = (row: DuplicateUser) =>
  row.role === 'Teacher' ? row.schools.join(', ') || '–' : row.school_attending || '–';

function Person({ row }: { row: DuplicateUser }) {
  // SuperAdmins cannot see a school system's pictures, so show initials.
  const picture = useUser().role === 'SuperAdmin' ? null : row.profile_pic_id_fk;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={accountName(row)} src={picture ? fileAddress(picture) : undefined} />
      <div className={classes.person}>
        <Text fw={600}>{accountName(row)}</Text>
        <Text size="sm" c="dimmed" className={classes.email}>
          {row.role === 'Teacher' ? (
            <T m="Teacher, <email/>" email={<EmailText narrow address={row.email} />} />
          ) : (
            <EmailText narrow address={row.email} />
          )}
        </Text>
      </div>
    </Group>
  );
}

/** What an account has in common with others, and with which. */
const matchWords = {
  name: msg('name'),
  phone: msg('phone'),
  'student id': msg('student ID'),
} as const satisfies Record<MatchedField, Message>;

function Shares({ row, rows }: { row: DuplicateUser; rows: readonly DuplicateUser[] }) {
  const others = rows.filter(
    (other) => other.client === row.client && other.group === row.group && other._id !== row._id,
  );
  return (
    <div>
      <Text size="sm" className={classes.shares}>
        {row.same.map((same) => t(matchWords[same])).join(', ')}
      </Text>
      <Text size="sm" c="dimmed" className={classes.email}>
        {others.length === 1 ? (
          <T m="with <email/>" email={<EmailText narrow address={others[0]?.email ?? ''} />} />
        ) : (
          t('in a group of {count}', { count: others.length + 1 })
        )}
      </Text>
    </div>
  );
}
