/** Screens of other features, by their address. */
export const viewPath = (id: string): string => `/opportunity/view/${id}`;
export const applicantsPath = (id: string): string => `/opportunity/applicants/${id}`;
