import type { SavedFile } from './user-event.ts';

/** The lines of a downloaded table, without the byte order mark. */
export const linesOf = ({ text }: SavedFile): string[] => text.replace(/^\uFEFF/, '').split('\r\n');
