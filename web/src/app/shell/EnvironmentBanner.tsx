import { msg, t } from '@waypost/contract/i18n';
import { environmentOf } from './environment.ts';
import classes from './Shell.module.css';

const words = {
  Local: msg('Local copy: nothing here is public'),
  Development: msg('Development: for testing only'),
};

export function EnvironmentBanner({ hostname = globalThis.location?.hostname }: { hostname?: string }) {
  // A page is made before it is known where it will stand: which of them shows there, its script says.
  if (hostname === undefined)
    return (
      <>
        <Banner environment="Local" ofPage />
        <Banner environment="Development" ofPage />
      </>
    );
  const environment = environmentOf(hostname);
  return environment && <Banner environment={environment} />;
}

function Banner({ environment, ofPage }: { environment: keyof typeof words; ofPage?: true }) {
  return (
    <aside
      className={classes.environment}
      data-environment={environment}
      data-of-page={ofPage}
      aria-label={t('Environment')}
    >
      {t(words[environment])}
    </aside>
  );
}
