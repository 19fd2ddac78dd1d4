import { IconMapQuestion } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useLocale } from '../client/locale.ts';
import { useSession } from '../client/session.ts';
import { MessageScreen } from './messages/MessageScreen.tsx';

/** Shown if no screen has this URL, or if the URL refers to nothing that this user may see. */
export function NotFoundScreen() {
  useLocale();
  const { session, known } = useSession();
  return (
    <MessageScreen
      title={t('We couldn’t find this page')}
      icon={IconMapQuestion}
      {...(session || !known
        ? {
            text: t(
              'It may have been removed, or you don’t have access. Check the address, or start again from your home page.',
            ),
            to: '/default',
            way: t('Go to your home page'),
          }
        : {
            text: t('It may have been removed, or you have to log in to see it.'),
            to: '/login',
            way: t('Log in'),
          })}
    />
  );
}
