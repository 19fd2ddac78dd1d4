import { NativeSelect, Paper, Stack, Title } from '@mantine/core';
import { isLocale, locales, t } from '@waypost/contract/i18n';
import { useId } from 'react';
import { useLanguage, useSession } from '../../client/session.ts';
import classes from './Entrance.module.css';

/** An account's language, on every device and in its emails. */
export function LanguageSection() {
  const { session } = useSession();
  const { language, choose } = useLanguage();
  const title = useId();
  return (
    <Paper withBorder shadow="xs" className={classes.card}>
      <Stack gap={6}>
        <Title order={2} size="h3" id={title}>
          {t('Language')}
        </Title>
        <NativeSelect
          aria-labelledby={title}
          description={
            session?.is_masquerade
              ? t('While you masquerade, this changes only what you see.')
              : t('Used on every device where you log in, and in emails to you.')
          }
          data={Object.entries(locales).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={({ currentTarget: { value } }) => isLocale(value) && choose(value)}
        />
      </Stack>
    </Paper>
  );
}
