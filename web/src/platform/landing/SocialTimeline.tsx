import { Paper, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import classes from './Landing.module.css';

/** The program's social news feed. It may run its own scripts, but has no access to our page. */
export function SocialTimeline({ address }: { address: string }) {
  return (
    <section className={classes.readers}>
      <Title order={2} mb="md">
        {t('From the program')}
      </Title>
      <Paper withBorder className={classes.timeline}>
        <iframe
          src={address}
          title={t('Social timeline of the program')}
          loading="lazy"
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
        />
      </Paper>
    </section>
  );
}
