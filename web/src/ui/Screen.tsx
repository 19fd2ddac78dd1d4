import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

interface ScreenProps {
  /** Says where one is; also the document's title. */
  title: string;
  /** One or two lines under the title, where the title alone does not say enough. */
  lead?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  /** Forms and texts read best narrow; tables and maps take the room there is. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

/** What every screen stands in: its title, its one primary action, its content. */
export function Screen({ title, lead, action, width = 'wide', children }: ScreenProps) {
  return (
    <Box maw={width === 'narrow' ? '46rem' : '76rem'} mx="auto" px="md" py="xl">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={4} flex={1} miw="min(16rem, 100%)">
            <PageTitle>{title}</PageTitle>
            {lead && (
              <Text c="dimmed" maw="42rem">
                {lead}
              </Text>
            )}
          </Stack>
          {action}
        </Group>
        {children}
      </Stack>
    </Box>
  );
}
