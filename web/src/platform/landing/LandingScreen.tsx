import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBackpack, IconBuildingStore, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentLocale, msg, t } from '@waypost/contract/i18n';
import { phoneHref, shownPhone } from '@waypost/contract/phones';
import { useSession, useSettings } from '../../client/session.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { T } from '../../ui/T.tsx';
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
    picture: 'student',
    shows: msg('Browsing opportunities on a phone'),
  },
  {
    icon: IconBuildingStore,
    name: msg('Businesses'),
    text: msg('Post an opportunity, choose your interns, and approve their hours in a few minutes a month.'),
    picture: 'business',
    shows: msg('A business’s interns, with hours to approve'),
  },
  {
    icon: IconSchool,
    name: msg('Schools'),
    text: msg(
      'See who is placed, who is behind, and what needs approval, from the first application to the last hour.',
    ),
    picture: 'admin',
    shows: msg('A school’s dashboard: what is waiting, and which students need help'),
  },
];

/** The requirements of a placement. `landing.test.tsx` compares them with the rules. */
export const numbers = [
  { number: 135, text: msg('hours in an internship') },
  { number: 450, text: msg('hours in an apprenticeship') },
  { number: 6, text: msg('approvals by the school for each placement') },
] as const;

/** Explains the program to first-time visitors (docs/behavior/landing.md). */
export default function LandingScreen() {
  const settings = useSettings();
  const { session } = useSession();
  const phone = settings?.phone_number;
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
                    {settings?.demo ? t('Log in to the demo') : t('Log in')}
                  </Button>
                </>
              )}
            </Group>
          </Stack>
          <WayPicture className={classes.picture} />
        </div>
      </section>
      <section className={classes.readers} aria-label={t('Who Waypost is for')}>
        <dl className={classes.numbers}>
          {numbers.map(({ number, text }) => (
            <div key={number}>
              <dt>{t(text)}</dt>
              <dd>{number}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.cards}>
          {readers.map(({ icon: Icon, name, text, picture, shows }) => (
            <Paper key={t(name)} withBorder p="lg" shadow="xs" className={classes.card}>
              <div>
                <Icon size={28} className={classes.icon} aria-hidden />
                <Title order={2} mt="sm" mb={6}>
                  {t(name)}
                </Title>
                <Text c="dimmed">{t(text)}</Text>
              </div>
              <Shot name={picture} shows={t(shows)} />
            </Paper>
          ))}
        </div>
      </section>
      <section className={classes.readers} aria-labelledby="accessibility">
        <Title order={2} id="accessibility" mb="xs">
          {t('Accessibility')}
        </Title>
        <Text maw="46rem">
          {t(
            'Waypost is built to meet WCAG 2.2, level AA, for keyboards and screen readers, in light and dark, on phones and at 200% zoom, in English and in Spanish. Every page is checked automatically. If something doesn’t work for you, tell your school. They can do it for you in the meantime.',
          )}
        </Text>
        {phone && (
          <Text mt="sm">
            <T
              m="Questions? Call <a>{phone}</a>."
              phone={shownPhone(phone)}
              a={<Anchor underline="always" href={phoneHref(phone)} />}
            />
          </Text>
        )}
      </section>
      {settings?.social_timeline_url && <SocialTimeline address={settings.social_timeline_url} />}
    </>
  );
}

/** The size of the pictures in CSS pixels, as `bench/landing-pictures.mjs` takes them. */
const SHOT = { width: 360, height: 520 };

/** A part of a screen, in the reader's language and color scheme. */
function Shot({ name, shows }: { name: string; shows: string }) {
  const locale = currentLocale();
  const file = `/landing/${name}${locale === 'en' ? '' : `-${locale}`}`;
  return (
    <picture className={classes.shot}>
      <source media="(prefers-color-scheme: dark)" srcSet={`${file}-dark.webp`} />
      <img src={`${file}.webp`} {...SHOT} alt={shows} loading="lazy" />
    </picture>
  );
}
