import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

const WIDTHS = { narrow: '48rem', wide: '76rem', full: '100rem' };

/** The width of the page's header without its padding. What is above a wider table lines up with it. */
export const WIDE_CONTENT = '74rem';

interface ScreenProps {
  /** The heading, which is also the document's title. */
  title: string;
  /** One or two lines below the title, if the title alone is not enough. */
  lead?: ReactNode;
  /** The only primary action. */
  action?: ReactNode;
  /** Forms and texts are easier to read when narrow. Only a table with very many columns is full. */
  width?: keyof typeof WIDTHS;
  children: ReactNode;
}

/** The frame of every screen: its title, its only primary action, its content. */
export function Screen({ title, lead, action, width = 'wide', children }: ScreenProps) {
  return (
    <Box maw={WIDTHS[width]} mx="auto" px="md" py="xl">
      <Stack gap="lg">
        <Group
          justify="space-between"
          align="flex-start"
          gap="md"
          {...(width === 'full' && { w: '100%', maw: WIDE_CONTENT, mx: 'auto' })}
        >
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
