import { Skeleton, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { Waiting } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import classes from './Browse.module.css';

/** The frame of the screen, the same for everyone; the filters inside it depend on the reader. */
export function BrowseFrame({ children = <FirstCards /> }: { children?: ReactNode }) {
  return (
    <Screen
      title={t('Browse opportunities')}
      lead={t('Internships and apprenticeships open to you. Choose one to see the details and apply.')}
    >
      {children}
    </Screen>
  );
}

const FirstCards = () => (
  <Waiting>
    <CardsToCome />
  </Waiting>
);

/** Enough cards to fill a screen, about as high as real ones. */
export function CardsToCome() {
  return (
    <div className={classes.list}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className={classes.toCome} />
      ))}
    </div>
  );
}

/** Reserves the map's space until its opportunities are known, so that the list below does not jump. */
export function MapToCome() {
  return (
    <div className={classes.mapPlace}>
      <div className={classes.map} />
      <Text size="sm" mt={6} aria-hidden>
        &nbsp;
      </Text>
    </div>
  );
}
