import { Text } from '@mantine/core';
import { useMatches } from '@tanstack/react-router';
import type { ScreenPath } from '@waypost/contract/access';
import { t } from '@waypost/contract/i18n';
import classes from './Help.module.css';
import { help } from './help.ts';

/** Says what the current screen is for. Loaded when it is first opened. */
export default function HelpPanel() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath }) as ScreenPath | undefined;
  const text = path && help[path];
  return (
    <div className={classes.panel} role="status">
      <Text fw={600} size="sm">
        {t('What this page is for')}
      </Text>
      <Text size="sm">{text ? t(text) : t('We couldn’t find this page')}</Text>
    </div>
  );
}
