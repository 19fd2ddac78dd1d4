import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBackpack, IconBuildingStore, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import { useSession, useSettings } from '../client/session.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './Landing.module.css';
import { SocialTimeline } from './SocialTimeline.tsx';
import { WayPicture } from './WayPicture.tsx';

const readers = [
  {
    icon: IconBackpack,
    name: msg('Students'),
    text: msg(
      'Find an internship or apprenticeship near you. Apply with a letter, and log your hours from your phone.',
    ),
  },
  {
    icon: IconBuildingStore,
    name: msg('Businesses'),
    text: msg('Post an opportunity, choose your interns, and approve their hours in a few minutes a month.'),
  },
  {
    icon: IconSchool,
    name: msg('Schools'),
    text: msg(
      'See who is placed, who is behind, and what needs approval, from the first application to the last hour.',
    ),
  },
];

/** Explains the program to first-time visitors (docs/behavior/landing.md). */
export default function LandingScreen() {
  const settings = useSettings();
  const { session } = useSession();
  return (
    <>
      <section className={classes.welcome}>
        <div className={classes.inner}>
          <Stack gap="lg" className={classes.words}>
            <PageTitle>{t('Find your way from school to work')}</PageTitle>
            <Text size="lg" className={classes.lead}>
              {t('Waypost brings students and local businesses together. Schools help at every step.')}
            </Text>
            <Group>
              {session ? (
                <Button component={Link} to="/default" size="md" color="amber.4">
                  {t('Go to my Waypost')}
                </Button>
              ) : (
                <>
                  <Button component={Link} to="/signup" size="md" color="amber.4">
                    {t('Create an account')}
                  </Button>
                  <Button component={Link} to="/login" size="md" className={classes.second}>
                    {t('Log in')}
                  </Button>
                </>
              )}
            </Group>
          </Stack>
          <WayPicture className={classes.picture} />
        </div>
      </section>
      <section className={classes.readers} aria-label={t('Who Waypost is for')}>
        <div className={classes.cards}>
          {readers.map(({ icon: Icon, name, text }) => (
            <Paper key={t(name)} withBorder p="lg" shadow="xs">
              <Icon size={28} className={classes.icon} aria-hidden />
              <Title order={2} mt="sm" mb={6}>
                {t(name)}
              </Title>
              <Text c="dimmed">{t(text)}</Text>
            </Paper>
          ))}
        </div>
      </section>
      {settings?.social_timeline_url && <SocialTimeline address={settings.social_timeline_url} />}
    </>
  );
}
