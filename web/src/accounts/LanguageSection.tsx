import { NativeSelect, Paper } from '@mantine/core';
import { isLocale, locales, t } from '@waypost/contract/i18n';
import { useLanguage, useSession } from '../client/session.ts';
import classes from './Entrance.module.css';

/** An account's language, on every device and in its emails. */
export function LanguageSection() {
  const { session } = useSession();
  const { language, choose } = useLanguage();
  return (
    <Paper withBorder shadow="xs" className={classes.card}>
      <NativeSelect
        label={t('Language')}
        description={
          session?.is_masquerade
            ? t('While you masquerade, this changes only what you see.')
            : t('Used on every device where you log in, and in emails to you.')
        }
        data={Object.entries(locales).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={({ currentTarget: { value } }) => isLocale(value) && choose(value)}
      />
    </Paper>
  );
}
