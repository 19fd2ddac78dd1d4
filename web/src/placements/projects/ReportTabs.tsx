import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import classes from './ProjectTabs.module.css';
import { type ContentType, contentTitles, tabTypes } from './report-items.ts';

/**
 * Links, so that each view has a URL and the back button works; the open one is marked as the current page.
 */
export function ReportTabs({ id, shown }: { id: string; shown: ContentType }) {
  return (
    <nav aria-label={t('Views of this placement')} className={classes.tabs}>
      {tabTypes.map((one) => (
        <Link
          key={one}
          {...(one === 'application'
            ? { to: '/admin/project/$id', params: { id } }
            : { to: '/admin/project/$id/$content_type', params: { id, content_type: one } })}
          activeOptions={{ exact: true }}
          resetScroll={false}
          aria-current={one === shown ? 'page' : undefined}
          className={classes.tab}
        >
          {t(contentTitles[one])}
        </Link>
      ))}
    </nav>
  );
}
