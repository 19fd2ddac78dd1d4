import { type Message, msg } from '../../i18n.ts';

interface Note {
  name: Message;
  /** Shown in the empty field. */
  example: Message;
  /** The most characters that it may have. */
  most: number;
}

const list = {
  dress_notes: {
    name: msg('What to wear'),
    example: msg('Closed-toe shoes; we lend safety glasses'),
    most: 300,
  },
  transport_notes: {
    name: msg('Getting there'),
    example: msg('Bus 40 stops at the gate; parking is free'),
    most: 300,
  },
} satisfies Record<string, Note>;

/**
 * The optional notes of an opportunity, each one line of text, in the order in which screens show them. The form, its
 * validation, the replies and every screen follow this list.
 */
export const opportunityNotes: Record<keyof typeof list, Note> = list;
export type NoteField = keyof typeof list;
export const noteFields = Object.keys(list) as NoteField[];

/** An object with a value for each note. */
export const eachNote = <Value>(make: (field: NoteField) => Value) =>
  Object.fromEntries(noteFields.map((field) => [field, make(field)])) as Record<NoteField, Value>;
