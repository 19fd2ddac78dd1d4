import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import classes from './Failed.module.css';

interface FailedProps {
  error: unknown;
  retry?: (() => void) | undefined;
}

/** Says what could not be loaded and why, if known, with a button to retry. */
export function Failed({ error, retry }: FailedProps) {
  return (
    <div className={classes.failed} role="alert">
      <IconAlertTriangle className={classes.icon} size={22} aria-hidden />
      <p className={classes.words}>
        <strong>{t('We couldn’t load this.')}</strong>{' '}
        {error instanceof Error ? error.message : t('Something went wrong.')}
      </p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}
