import {
  IconClockHour4,
  IconFileText,
  IconMessage2,
  IconPresentation,
  IconSignature,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import classes from './ProjectTabs.module.css';

/** The tabs of a placement (docs/behavior/projects.md#my-jobs). */
export const projectTabs = [
  { to: '/project/$id/hours', label: msg('Hours Log'), icon: IconClockHour4 },
  { to: '/project/$id/reflections', label: msg('Reflections'), icon: IconMessage2 },
  { to: '/project/$id/summary', label: msg('Final Summary'), icon: IconFileText },
  { to: '/project/$id/file', label: msg('Final Project'), icon: IconPresentation },
  { to: '/project/$id/agreement', label: msg('Agreement'), icon: IconSignature },
] as const;

/**
 * Links, so that each tab has a URL and the back button works; the open one is marked as the current page.
 */
export function ProjectTabs({ id }: { id: string }) {
  return (
    <nav aria-label={t('This placement')} className={classes.tabs}>
      {projectTabs.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} params={{ id }} className={classes.tab}>
          <Icon size={20} aria-hidden />
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
