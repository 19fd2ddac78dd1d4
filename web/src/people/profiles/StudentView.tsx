import { Paper, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { wireName } from '@waypost/contract/wire-names';
import type { ReactNode } from 'react';
import { useOwnName } from '../../client/own-names.ts';
import { classOf } from '../../ui/class-of.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { NotSharedNote } from '../consents/NotShared.tsx';
import { ApprovalBadge } from './ApprovalBadge.tsx';
import { fileLink, mailTo, telTo } from './Contact.tsx';
import { Facts } from './Facts.tsx';
import { addressLine, yearsActiveOf } from './profile-facts.ts';
import { ViewFrame } from './ViewFrame.tsx';

interface StudentViewProps {
  user: SeenUser;
  /** The student's guardians, for readers who may see them. */
  family?: ReactNode;
  earlier?: ReactNode;
  /** What staff can do with the account. */
  actions?: ReactNode;
  /** Placements and applications, for staff. */
  work?: ReactNode;
}

/** A student's profile. A business sees it as an applicant's; staff and the student see all of it. */
export function StudentView({ user, family, earlier, actions, work }: StudentViewProps) {
  const agreement = user.agreement_file_id_fk;
  const ownName = useOwnName();
  // Everyone else who sees a student sees the focus areas, too.
  const isReleased = user.focus_areas !== null;
  const program = ownName(user.affiliated_program ?? '');
  return (
    <ViewFrame
      user={user}
      line={[user.school_attending, program, classOf(user.graduation_year)].filter(Boolean).join('\u00a0· ')}
      status={<ApprovalBadge user={user} />}
      actions={actions}
      aside={
        <>
          {family}
          <Facts
            title={t('Contact')}
            facts={[
              [t('Email'), mailTo(user.email)],
              [t('Cell phone'), telTo(user.cell_phone)],
              [t('Home phone'), telTo(user.home_phone)],
              [t('Address'), user.location ? addressLine(user.location) : ''],
            ]}
          />
        </>
      }
    >
      <Facts
        title={t('Student record')}
        facts={[
          [t('Student ID'), user.student_id],
          [t('Gender'), wireName(user.gender ?? '')],
          [t('Pronouns'), wireName(user.pronouns ?? '')],
          [t('Years active'), yearsActiveOf(user)],
        ]}
      />
      <Paper withBorder p="lg" component="section" aria-label={t('Documents')}>
        <Title order={2} size="h3" mb="sm">
          {t('Documents')}
        </Title>
        <NotSharedNote isReleased={isReleased} />
        {fileLink(user.resume_file_id_fk, t('Open the résumé')) ??
          (isReleased && <Text c="dimmed">{t('No résumé yet.')}</Text>)}
        {typeof user.approved === 'boolean' && (
          <Text component="div" mt="sm">
            {fileLink(agreement, t('Open the signed agreement')) ?? (
              <StatusBadge tone="attention">{t('Signed agreement missing')}</StatusBadge>
            )}
          </Text>
        )}
        {earlier}
      </Paper>
      {work}
    </ViewFrame>
  );
}
