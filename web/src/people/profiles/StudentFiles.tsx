import { Stack } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { PersonFile } from './PersonFile.tsx';

/** A student's documents. Approval requires the signed agreement (docs/behavior/profiles.md#agreement). */
export function StudentFilesBadge({ user }: { user: User }) {
  if (!user.agreement_file_id_fk) return <StatusBadge tone="attention">{t('Agreement missing')}</StatusBadge>;
  if (!user.resume_file_id_fk) return <StatusBadge tone="plain">{t('Résumé missing')}</StatusBadge>;
  return <StatusBadge tone="good">{t('On file')}</StatusBadge>;
}

export function StudentFiles({ user }: { user: User }) {
  return (
    <Stack gap="xl">
      <PersonFile
        user={user}
        what="agreement"
        title={t('Signed agreement')}
        at="agreement_file_id_fk"
        name="student_agreement_file"
        status={
          user.agreement_file_id_fk ? (
            <StatusBadge tone="good">{t('On file')}</StatusBadge>
          ) : (
            <StatusBadge tone="attention">{t('Needed for approval')}</StatusBadge>
          )
        }
      >
        {t(
          'Upload the agreement, signed by you and a parent or guardian, so your school system can approve your account. A photo of the signed page is fine. Only you and your school system’s staff see it.',
        )}
        {user.approved &&
          user.agreement_file_id_fk &&
          t(' If you replace it, your school checks the new one and approves your account again.')}
      </PersonFile>
      <PersonFile
        user={user}
        what="resume"
        title={t('Résumé')}
        at="resume_file_id_fk"
        name="student_resume_file"
        status={
          user.resume_file_id_fk ? (
            <StatusBadge tone="good">{t('On file')}</StatusBadge>
          ) : (
            <StatusBadge tone="plain">{t('Optional')}</StatusBadge>
          )
        }
      >
        {t(
          'Businesses you apply to see it with your cover letter. PDF, Word, OpenDocument, JPEG, or PNG, 10 MB at most.',
        )}
      </PersonFile>
    </Stack>
  );
}
