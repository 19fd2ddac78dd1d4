/** A screen of another feature, by its address. */
export const viewPath = (id: string): string => `/opportunity/view/${id}`;
