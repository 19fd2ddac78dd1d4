import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { HoursNotes } from '@waypost/contract/placements/hours/day-rules';
import { notesInWords } from '@waypost/contract/placements/hours/words';

/** What is worth a look before an entry is approved (docs/behavior/hours.md#days); nothing for most entries. */
export function NotesOnHours({ notes }: { notes: HoursNotes }) {
  return notesInWords(notes).map((note) => (
    <Text key={note} size="sm" fw={600} mt={4}>
      <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: 'text-bottom' }} /> {note}
    </Text>
  ));
}
