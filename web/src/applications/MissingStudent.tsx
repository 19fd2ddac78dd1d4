/** Stands where a student would, once their account is gone (document 1, section 2). */
export function MissingStudent({ applicationId }: { applicationId: string }) {
  return (
    <span>
      The student of this application is missing. Please contact the administrator and quote {applicationId}
    </span>
  );
}
