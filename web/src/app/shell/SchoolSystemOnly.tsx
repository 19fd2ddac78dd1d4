import { IconSchool } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { MessageScreen } from '../messages/MessageScreen.tsx';
import { useHasScreen } from './use-has-screen.ts';

/** What a SuperAdmin sees on a school system's screen (docs/behavior/app.md#route-guard). */
export default function SchoolSystemOnly() {
  const has = useHasScreen();
  const text = t(
    'To see this page, open a school system in Client Management. Then masquerade as one of its administrators.',
  );
  return (
    <MessageScreen
      title={t('This page is for school systems')}
      text={text}
      icon={IconSchool}
      to={has('/waypost/dashboard') ? '/waypost/dashboard' : undefined}
      way={t('Go to Client Management')}
    />
  );
}
