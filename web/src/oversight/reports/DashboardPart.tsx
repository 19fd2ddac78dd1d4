import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A section of the dashboard. */
export function DashboardPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
