import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ScreenPath } from '@waypost/contract/access';
import { Screen } from '../../ui/Screen.tsx';

interface MessageScreenProps {
  title: string;
  text: string;
  /** The way on, and its words. */
  to?: ScreenPath | undefined;
  way?: string | undefined;
}

/** A screen that says one thing and shows the way on. */
export function MessageScreen({ title, text, to, way }: MessageScreenProps) {
  return (
    <Screen title={title}>
      <Stack align="flex-start" maw="36rem">
        <Text>{text}</Text>
        {to && (
          <Button component={Link} to={to}>
            {way}
          </Button>
        )}
      </Stack>
    </Screen>
  );
}
