import { Paper, Title } from '@mantine/core';
import { type Fact, FactList, knownOf } from '../ui/FactList.tsx';

interface FactsProps {
  title: string;
  /** What is said and its name; what is empty is left out. */
  facts: readonly Fact[];
}

/** A card of short facts; none where nothing is known. */
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
