import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { isBelow, type Role } from '@waypost/contract/roles';
import { type ClientUsers, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { callQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { showNumber } from '../../ui/numbers.ts';
import classes from './ClientPeople.module.css';
import { Seats } from './Seats.tsx';

const kinds = [
  { role: 'Student', one: msg('Student'), many: msg('Students') },
  { role: 'Business', one: msg('Business'), many: msg('Businesses') },
  { role: 'Teacher', one: msg('Teacher'), many: msg('Teachers') },
  { role: 'Admin', one: msg('Administrator'), many: msg('Administrators') },
] as const satisfies { role: Role; one: Message; many: Message }[];

/**
 * The number of users of each role in the user's school system, each with a link to its list, and the seats
 * in use.
 */
export function ClientPeople() {
  const counts = useQuery(callQuery(clientCalls.countClientUsers, {}));
  return <Loaded query={counts}>{(counted) => <Counts counted={counted} />}</Loaded>;
}

function Counts({ counted }: { counted: ClientUsers }) {
  const { role: own } = useUser();
  const all = kinds.reduce((sum, { role }) => sum + counted[role], 0);
  return (
    <div className={classes.whole}>
      <ul className={classes.counts}>
        {kinds.map(({ role, one, many }) => {
          const content = (
            <>
              <span className={classes.number}>{showNumber(counted[role])}</span>
              {t(counted[role] === 1 ? one : many)}
            </>
          );
          return (
            <li key={role}>
              {isBelow(role, own) && role !== 'Admin' ? (
                <Link
                  to="/admin/user_search"
                  search={role === 'Student' ? { role, approved: 'All', year: 'All' } : { role }}
                  className={classes.count}
                >
                  {content}
                </Link>
              ) : (
                <div className={classes.count}>{content}</div>
              )}
            </li>
          );
        })}
      </ul>
      <Seats users={all} max={counted.max_users} />
    </div>
  );
}
