import { useQuery } from '@tanstack/react-query';
import { currentLocale, type Message, msg, t } from '@waypost/contract/i18n';
import { type ListedUser, peopleCalls } from '@waypost/contract/people/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import { pageQuery } from '../client/queries.ts';
import { type Asked, Loaded } from '../ui/Loaded.tsx';
import { LinkButton } from '../ui/links.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import classes from './WaitingForYou.module.css';

type Role = 'Student' | 'Business';

interface Waiting {
  rows: ListedUser[];
  total: number;
}

/** Named on the card, the rest are counted. */
const NAMED = 3;

const waitingQuery = (role: Role) =>
  pageQuery(peopleCalls.filterUsers, { role, approved: 'Waiting', sort: 'approved', limit: NAMED });

export function useWaiting(): Asked<Record<'students' | 'businesses', Waiting>> {
  const students = useQuery(waitingQuery('Student'));
  const businesses = useQuery(waitingQuery('Business'));
  return {
    data:
      students.data && businesses.data ? { students: students.data, businesses: businesses.data } : undefined,
    error: students.error ?? businesses.error,
    isPending: students.isPending || businesses.isPending,
    refetch: () => Promise.all([students.refetch(), businesses.refetch()]),
  };
}

/** What waits for staff: students whose agreement is on file, and businesses, to be approved. */
export function WaitingForYou({ asked }: { asked: ReturnType<typeof useWaiting> }) {
  return (
    <Loaded
      asked={asked}
      isEmpty={(waiting) => waiting.students.total + waiting.businesses.total === 0}
      empty={
        <p className={classes.nothing}>
          <StatusBadge tone="good">{t('You’re all caught up')}</StatusBadge>
          {t('Every complete account is approved.')}
        </p>
      }
    >
      {(waiting) => (
        <ul className={classes.cards}>
          <Card of="Student" waiting={waiting.students} />
          <Card of="Business" waiting={waiting.businesses} />
        </ul>
      )}
    </Loaded>
  );
}

const words: Record<Role, { one: Message; many: Message; why: Message; review: Message }> = {
  Student: {
    one: msg('student waiting for approval'),
    many: msg('students waiting for approval'),
    why: msg('Their signed agreement is on file.'),
    review: msg('Review students'),
  },
  Business: {
    one: msg('business waiting for approval'),
    many: msg('businesses waiting for approval'),
    why: msg('Their profile is complete.'),
    review: msg('Review businesses'),
  },
};

function Card({ of: role, waiting: { rows, total } }: { of: Role; waiting: Waiting }) {
  if (total === 0) return null;
  const { one, many, why, review } = words[role];
  return (
    <li className={classes.card}>
      <p className={classes.line}>
        <span className={classes.number}>{total.toLocaleString(currentLocale())}</span>{' '}
        {total === 1 ? t(one) : t(many)}
      </p>
      <p className={classes.names}>
        {named(rows, total)}. {t(why)}
      </p>
      <LinkButton
        to="/admin/user_search"
        search={{ role, approved: 'Waiting', year: role === 'Student' ? 'All' : undefined, sort: 'approved' }}
      >
        {t(review)}
      </LinkButton>
    </li>
  );
}

/** Ada Lovelace, Grace Hopper, Mara Quinn and 4 more. */
function named(rows: readonly ListedUser[], total: number): string {
  const names = rows.map((row) => displayName(row) || row.email);
  const rest = total - names.length;
  if (rest > 0)
    return t('{names} and {rest} more', {
      names: names.join(', '),
      rest: rest.toLocaleString(currentLocale()),
    });
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
