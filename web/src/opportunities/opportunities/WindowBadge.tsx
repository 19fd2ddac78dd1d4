import { t } from '@waypost/contract/i18n';
import { type ApplicationWindow, windowState } from '@waypost/contract/opportunities/opportunities/rules';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** Whether applications are open now. */
export function WindowBadge({ of, now }: { of: ApplicationWindow; now: Date }) {
  const state = windowState(of, now);
  if (state === 'open') return <StatusBadge tone="good">{t('Open for applications')}</StatusBadge>;
  if (state === 'before') return <StatusBadge tone="waiting">{t('Not open yet')}</StatusBadge>;
  return <StatusBadge tone="plain">{t('Applications closed')}</StatusBadge>;
}
