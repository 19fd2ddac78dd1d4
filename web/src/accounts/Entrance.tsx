import { Box, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './Entrance.module.css';

interface EntranceProps {
  title: string;
  /** One or two lines below the title. */
  lead?: ReactNode;
  /** Other links, shown below the card. */
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen about logging in: a single card in the center. */
export function Entrance({ title, lead, below, children }: EntranceProps) {
  return (
    <Box className={classes.entrance}>
      <Stack gap="lg">
        <Stack gap={6}>
          <PageTitle>{title}</PageTitle>
          {lead && (
            <Text c="dimmed" component="div">
              {lead}
            </Text>
          )}
        </Stack>
        <Paper withBorder shadow="xs" className={classes.card}>
          {children}
        </Paper>
        {below}
      </Stack>
    </Box>
  );
}
