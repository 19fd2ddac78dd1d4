import type { SavedFile } from './user-event.ts';

/** A saved table's lines, without the mark at its start. */
export const linesOf = ({ text }: SavedFile): string[] => text.replace(/^\uFEFF/, '').split('\r\n');
