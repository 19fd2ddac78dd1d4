/** How many characters a search needs before it is sent to the server. */
export const FIND_FROM_CHARACTERS = 2;

/** The most results of each kind. */
export const FOUND_PER_KIND = 5;

export const foundKinds = ['student', 'business', 'teacher', 'placement', 'opportunity'] as const;
export type FoundKind = (typeof foundKinds)[number];
