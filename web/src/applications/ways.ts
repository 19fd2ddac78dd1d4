/** Addresses that applications lead to. They are text, so that a screen of another feature is not needed to link to it. */
export const wayTo = {
  opportunity: (id: string): string => `/opportunity/view/${id}`,
  application: (id: string): string => `/application/view/${id}`,
  applicants: (opportunityId: string): string => `/opportunity/applicants/${opportunityId}`,
  profile: (userId: string): string => `/profile/view/${userId}`,
  /** The student's own project, and the same hours as the business has them. */
  project: (id: string): string => `/project/${id}/hours`,
  internHours: (projectId: string): string => `/interns/hours_log/${projectId}`,
  report: (projectId: string): string => `/admin/project/${projectId}`,
  browse: '/opportunity/browse' as string,
  myApplications: '/applications/list' as string,
};
