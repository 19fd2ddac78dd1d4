import { Box, Paper, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './Entrance.module.css';

interface EntranceProps {
  title: string;
  /** One or two lines below the title. */
  lead?: ReactNode;
  /** Other links, shown below the card. */
  below?: ReactNode;
  /** The form. The page that is painted before the app starts has none. */
  children?: ReactNode;
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
        {children && (
          <Paper withBorder shadow="xs" className={classes.card}>
            {children}
          </Paper>
        )}
        {below}
      </Stack>
    </Box>
  );
}

type FrameProps = Omit<EntranceProps, 'title' | 'lead'>;

/** The login's heading, which is painted before the app starts. */
export function LoginFrame(props: FrameProps) {
  return (
    <Entrance
      title={t('Log in')}
      lead={t('Students, businesses, and school staff all log in here, with their own email.')}
      {...props}
    />
  );
}

/** The heading of the screen for a forgotten password, which is painted before the app starts. */
export function ForgotFrame(props: FrameProps) {
  return (
    <Entrance
      title={t('Forgot your password?')}
      lead={t('Enter the email you log in with. We’ll send you a link to set a new password.')}
      {...props}
    />
  );
}
