import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBackpack, IconBuildingStore, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession, useSettings } from '../client/session.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './Landing.module.css';
import { SocialTimeline } from './SocialTimeline.tsx';
import { WayPicture } from './WayPicture.tsx';

const readers = [
  {
    icon: IconBackpack,
    name: 'Students',
    text: 'See internships and apprenticeships near you, on a list or a map. Apply with a cover letter, follow the answer, and log your hours from your phone.',
  },
  {
    icon: IconBuildingStore,
    name: 'Businesses',
    text: 'Post an opportunity once, read who applied, offer a place. Approve hours and evaluate your interns in a few minutes a month.',
  },
  {
    icon: IconSchool,
    name: 'Schools',
    text: 'Know who is placed, who is behind and what waits for approval, from the first application to the last hour.',
  },
];

/** What the program is, for whoever comes for the first time (document 1, section 2). */
export default function LandingScreen() {
  const settings = useSettings();
  const { session } = useSession();
  return (
    <>
      <section className={classes.welcome}>
        <div className={classes.inner}>
          <Stack gap="lg" className={classes.words}>
            <PageTitle>Find the way from school to work</PageTitle>
            <Text size="lg" className={classes.lead}>
              Waypost brings students and local businesses together for internships and apprenticeships, and
              keeps the school beside them all the way.
            </Text>
            <Group>
              {session ? (
                <Button component={Link} to="/default" size="md" color="amber.4">
                  Go to my Waypost
                </Button>
              ) : (
                <>
                  <Button component={Link} to="/signup" size="md" color="amber.4">
                    Create an account
                  </Button>
                  <Button component={Link} to="/login" size="md" className={classes.second}>
                    Log in
                  </Button>
                </>
              )}
            </Group>
          </Stack>
          <WayPicture className={classes.picture} />
        </div>
      </section>
      <section className={classes.readers} aria-label="Who Waypost is for">
        <div className={classes.cards}>
          {readers.map(({ icon: Icon, name, text }) => (
            <Paper key={name} withBorder p="lg" shadow="xs">
              <Icon size={28} className={classes.icon} aria-hidden />
              <Title order={2} mt="sm" mb={6}>
                {name}
              </Title>
              <Text c="dimmed">{text}</Text>
            </Paper>
          ))}
        </div>
      </section>
      {settings?.social_timeline_url && <SocialTimeline address={settings.social_timeline_url} />}
    </>
  );
}
