import { Group } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { useUser } from '../../client/session.ts';
import { LinkButton } from '../../ui/links.tsx';

/** Links to the reports, each with the report's own title. */
const ways = [
  { to: '/admin/follow_ups', label: msg('Follow-ups') },
  { to: '/admin/internship_status_report', label: msg('Work-Based Learning Status') },
  { to: '/admin/available_opportunities_report', label: msg('Opportunities Report') },
  { to: '/admin/application_count', label: msg('Student Application Count') },
  { to: '/admin/businessReport', label: msg('Business Report') },
  { to: '/admin/studentReport', label: msg('Student Report') },
] as const;

/** Only an Admin can merge duplicates. */
const adminsWays = [...ways, { to: '/admin/duplicateUsersReport', label: msg('Duplicate Users') }] as const;

export function ReportLinks() {
  const isAdmin = useUser().role === 'Admin';
  return (
    <Group gap="xs">
      {(isAdmin ? adminsWays : ways).map(({ to, label }) => (
        <LinkButton key={to} to={to} variant="default">
          {t(label)}
        </LinkButton>
      ))}
    </Group>
  );
}
