import { msg, t } from '@waypost/contract/i18n';
import { environmentOf } from './environment.ts';
import classes from './Shell.module.css';

const words = {
  Local: msg('Local copy: nothing here is public'),
  Development: msg('Development: for testing only'),
};

export function EnvironmentBanner({ hostname = globalThis.location?.hostname }: { hostname?: string }) {
  // At build time the host is unknown, so render every banner; the page's script shows the right one.
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
