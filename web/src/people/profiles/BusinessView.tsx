import { Paper, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import type { ReactNode } from 'react';
import { useSettings } from '../../client/session.ts';
import { PlaceMap } from '../../ui/PlaceMap.tsx';
import { RichTextView } from '../../ui/RichTextView.tsx';
import { ApprovalBadge } from './ApprovalBadge.tsx';
import { fileLink, mailTo, telTo } from './Contact.tsx';
import { Facts } from './Facts.tsx';
import { addressLine, profileName, yearsActiveOf } from './profile-facts.ts';
import { ViewFrame } from './ViewFrame.tsx';

/** A business's profile. Staff and the business itself see more of it than students. */
export function BusinessView({ user, people }: { user: SeenUser; people?: ReactNode }) {
  const { location } = user;
  const texts = [
    [t('About'), user.business_bio],
    [t('Featured projects'), user.featured_projects],
    [t('Career opportunities'), user.career_opportunities],
    [t('Internship opportunities'), user.internship_opportunities],
  ] as const;
  const written = texts.filter(([, html]) => html);
  return (
    <ViewFrame
      user={user}
      line={location ? [location.city, location.state].filter(Boolean).join(', ') : ''}
      status={<ApprovalBadge user={user} />}
      aside={
        <>
          <Facts
            title={t('Contact')}
            facts={[
              [t('Contact'), user.contact_name],
              [t('Email'), mailTo(user.contact_email)],
              [t('Phone'), telTo(user.contact_phone)],
              [t('Address'), location ? addressLine(location) : ''],
              [t('Years active'), yearsActiveOf(user)],
              [t('Preferred schools'), user.schools?.join(', ') || t('Every school')],
            ]}
          />
          <Place user={user} />
          <Facts
            title={t('Not shown to students')}
            facts={[
              [t('Account'), mailTo(user.email)],
              [t('Administrator'), user.admin_name],
              [t('Administrator’s email'), mailTo(user.admin_email)],
              [t('Administrator’s phone'), telTo(user.admin_phone)],
              [t('Agreement'), fileLink(user.agreement_file_id_fk, t('Open the agreement'))],
            ]}
          />
        </>
      }
    >
      {written.length === 0 && (
        <Paper withBorder p="lg">
          <Text c="dimmed">{t('{user} hasn’t added a description yet.', { user: profileName(user) })}</Text>
        </Paper>
      )}
      {written.map(([title, html]) => (
        <Paper withBorder p="lg" component="section" key={title} aria-label={title}>
          <Title order={2} size="h3" mb="sm">
            {title}
          </Title>
          <RichTextView html={html ?? ''} />
        </Paper>
      ))}
      {people}
    </ViewFrame>
  );
}

function Place({ user }: { user: SeenUser }) {
  const settings = useSettings();
  const { location } = user;
  if (!settings || !location || !isPlaced(location)) return null;
  const place = { id: user._id, name: profileName(user), lat: location.lat ?? 0, lon: location.lon ?? 0 };
  return (
    <PlaceMap
      label={t('Map of {user}’s location', { user: profileName(user) })}
      tiles={settings.map_tiles_url}
      markers={[place]}
      zoom={13}
      height={240}
    />
  );
}
