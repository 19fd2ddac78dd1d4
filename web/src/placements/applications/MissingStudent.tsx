import { t } from '@waypost/contract/i18n';
/** Shown instead of a student whose account was deleted (docs/behavior/applications.md#missing-people). */
export function MissingStudent({ applicationId }: { applicationId: string }) {
  return (
    <span>
      {t(
        'The student of this application is missing. Please contact the administrator and quote {applicationId}',
        { applicationId },
      )}
    </span>
  );
}
