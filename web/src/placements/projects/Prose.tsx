import { Text } from '@mantine/core';

/** Plain text with its lines and paragraphs. */
export function Prose({ children }: { children: string }) {
  return (
    <Text maw="42rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}
