import { Paper, Text, Title } from '@mantine/core';
import type { SeenUser } from '@waypost/contract/profiles/calls';
import type { ReactNode } from 'react';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { ApprovalBadge } from './ApprovalBadge.tsx';
import { fileLink, mailTo, telTo } from './Contact.tsx';
import { Facts } from './Facts.tsx';
import { addressLine, yearsActiveOf } from './seen.ts';
import { ViewFrame } from './ViewFrame.tsx';

/** A student as a business sees an applicant; to staff, and to the student, it says all there is. */
export function StudentView({ user, earlier }: { user: SeenUser; earlier?: ReactNode }) {
  const agreement = user.agreement_file_id_fk;
  return (
    <ViewFrame
      user={user}
      line={[user.school_attending, user.affiliated_program, classOf(user)].filter(Boolean).join(' · ')}
      status={<ApprovalBadge user={user} />}
      aside={
        <>
          <Facts
            title="Parents"
            facts={[
              ['Parent or guardian', user.parent_name],
              ['Phone', telTo(user.parent_phone)],
              ['Another parent or guardian', user.alternate_parent_name],
              ['Their phone', telTo(user.alternate_parent_phone)],
            ]}
          />
          <Facts
            title="Contact"
            facts={[
              ['Email', mailTo(user.email)],
              ['Cell phone', telTo(user.cell_phone)],
              ['Home phone', telTo(user.home_phone)],
              ['Address', user.location ? addressLine(user.location) : ''],
            ]}
          />
        </>
      }
    >
      <Facts
        title="Student record"
        facts={[
          ['Student ID', user.student_id],
          ['Gender', user.gender],
          ['Pronouns', user.pronouns],
          ['Years active', yearsActiveOf(user)],
        ]}
      />
      <Paper withBorder p="lg" component="section" aria-label="Documents">
        <Title order={2} size="h3" mb="sm">
          Documents
        </Title>
        {fileLink(user.resume_file_id_fk, 'Open the résumé') ?? <Text c="dimmed">No résumé yet.</Text>}
        {typeof user.approved === 'boolean' && (
          <Text component="div" mt="sm">
            {fileLink(agreement, 'Open the signed agreement') ?? (
              <StatusBadge tone="attention">Signed agreement missing</StatusBadge>
            )}
          </Text>
        )}
        {earlier}
      </Paper>
    </ViewFrame>
  );
}

const classOf = ({ graduation_year }: SeenUser) => (graduation_year ? `Class of ${graduation_year}` : '');
