/** The statuses of an application (docs/behavior/applications.md#moves). */
export const applicationStatuses = [
  'New',
  'Interview Scheduled',
  'Offered',
  'Accepted',
  'Declined',
  'Rescinded',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** The statuses of a placement (docs/behavior/projects.md#status). */
export const businessStatuses = ['open', 'completed', 'terminated'] as const;
export type BusinessStatus = (typeof businessStatuses)[number];
