import { Group } from '@mantine/core';
import { LinkButton } from '../ui/links.tsx';

/** The ways to the reports, each under the name that it carries itself. */
const ways = [
  { to: '/admin/internship_status_report', label: 'Work-Based Learning Status' },
  { to: '/admin/available_opportunities_report', label: 'Opportunities Report' },
  { to: '/admin/application_count', label: 'Student Application Count' },
  { to: '/admin/businessReport', label: 'Business Report' },
  { to: '/admin/studentReport', label: 'Student Report' },
] as const;

export function ReportLinks() {
  return (
    <Group gap="xs">
      {ways.map(({ to, label }) => (
        <LinkButton key={to} to={to} variant="default">
          {label}
        </LinkButton>
      ))}
    </Group>
  );
}
