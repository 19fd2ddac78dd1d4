/** From how many characters on the server is asked. */
export const FIND_FROM_CHARACTERS = 2;

/** How many of each kind there are at most. */
export const FOUND_PER_KIND = 5;

export const foundKinds = ['student', 'business', 'teacher', 'placement', 'opportunity'] as const;
export type FoundKind = (typeof foundKinds)[number];
