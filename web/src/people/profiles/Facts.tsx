import { Paper, Title } from '@mantine/core';
import { type Fact, FactList, knownOf } from '../../ui/FactList.tsx';

interface FactsProps {
  title: string;
  /** A fact's name and value; empty values are left out. */
  facts: readonly Fact[];
}

/** A card of short facts; renders nothing if there are none. */
export function Facts({ title, facts }: FactsProps) {
  if (knownOf(facts).length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <FactList facts={facts} />
    </Paper>
  );
}
