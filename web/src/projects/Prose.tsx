import { Text } from '@mantine/core';

/** What somebody wrote in plain text, with its lines and paragraphs as they were written. */
export function Prose({ children }: { children: string }) {
  return (
    <Text maw="42rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}
