import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface FactsProps {
  title: string;
  /** What is said and its name; what is empty is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** A card of short facts; none where nothing is known. */
export function Facts({ title, facts }: FactsProps) {
  const known = facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  if (known.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <dl className={classes.facts}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
