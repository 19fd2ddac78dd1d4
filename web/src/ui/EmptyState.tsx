import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** What to do next. */
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** Says that a list is empty, and what to do next. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <ThemeIcon size={48} variant="light" aria-hidden>
          {icon ?? <IconInbox />}
        </ThemeIcon>
        <Title order={2} size="h3">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" maw="32rem" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}
