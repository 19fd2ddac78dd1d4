import { Button, Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useState } from 'react';
import classes from './FilterBar.module.css';

interface FilterBarProps {
  /** Always visible, even on a phone. */
  before?: ReactNode;
  /** Resets all filters; undefined if none is active. */
  onReset?: (() => void) | undefined;
  children: ReactNode;
  /** The last filter, which the reset button stays next to on a desktop. */
  last?: ReactNode;
}

/** A list's filters: in a row above it, or behind a button on a phone. */
export function FilterBar({ before, onReset, children, last }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.bar}>
      <Group gap="sm" {...(before ? {} : { hiddenFrom: 'sm' })}>
        {before}
        <Button
          variant="default"
          className={classes.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {onReset ? t('Filters (on)') : t('Filters')}
        </Button>
      </Group>
      <div className={classes.filters} data-open={open || undefined}>
        {children}
        {(last || onReset) && (
          <div className={classes.last}>
            {last}
            {onReset && (
              <Button variant="subtle" miw="fit-content" className={classes.reset} onClick={onReset}>
                {t('Reset filters')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
