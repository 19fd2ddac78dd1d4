import { Button, Group, Stack } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useState } from 'react';
import classes from './FilterBar.module.css';

interface FilterBarProps {
  /** What stays in sight on a phone too. */
  before?: ReactNode;
  /** Takes every choice back; absent where nothing narrows. */
  onReset?: (() => void) | undefined;
  children: ReactNode;
}

/** What narrows a list: in a row above it, behind a button on a phone. */
export function FilterBar({ before, onReset, children }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="sm">
      <Group gap="sm" {...(before ? {} : { hiddenFrom: 'sm' })}>
        {before}
        <Button
          variant="default"
          className={classes.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('Filters')}
        </Button>
      </Group>
      <div className={classes.filters} data-open={open || undefined}>
        {children}
        {onReset && (
          <Button variant="subtle" onClick={onReset}>
            {t('Reset filters')}
          </Button>
        )}
      </div>
    </Stack>
  );
}
