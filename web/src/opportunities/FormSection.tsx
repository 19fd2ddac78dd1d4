import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { StatusBadge } from '../ui/StatusBadge.tsx';

interface FormSectionProps {
  title: string;
  /** An explanation, if the title alone is not enough. */
  lead?: string;
  /** The number of fields that still need input. */
  open: number;
  children: ReactNode;
}

/** A section of a long form, with the number of fields left to complete. */
export function FormSection({ title, lead, open, children }: FormSectionProps) {
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="xs" mb={lead ? 4 : 'md'}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <StatusBadge tone={open === 0 ? 'good' : 'plain'}>
          {open === 0 ? t('Complete') : t('{open} to fill in', { open })}
        </StatusBadge>
      </Group>
      {lead && (
        <Text c="dimmed" size="sm" mb="md">
          {lead}
        </Text>
      )}
      <Stack gap="md">{children}</Stack>
    </Paper>
  );
}
