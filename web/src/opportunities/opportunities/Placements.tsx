import { Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import classes from './Placements.module.css';
import { PIE_SIZE, type Slice } from './slices.ts';

// The numbers show without waiting for their chart.
const PlacementsPie = lazyPart(() => import('./PlacementsPie.tsx'));

interface PlacementsProps {
  slices: readonly Slice[];
  title?: string;
}

/**
 * The placement statistics of a business or a school system: the numbers with a pie chart. If only one is
 * not zero, shows only that number; if all are zero, only the numbers.
 */
export function Placements({ slices, title = t('Your placements') }: PlacementsProps) {
  const filled = slices.filter(({ value }) => value > 0);
  const [only] = filled;
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby="placements">
      <Title order={2} size="h3" id="placements" mb="sm">
        {title}
      </Title>
      {only && filled.length === 1 ? (
        <Group gap="sm" align="baseline">
          <Text className={classes.single}>{only.value}</Text>
          <Text c="dimmed">{only.label}</Text>
        </Group>
      ) : (
        <div className={classes.beside}>
          {only && (
            <Suspense fallback={<Skeleton circle height={PIE_SIZE} />}>
              <PlacementsPie slices={filled} />
            </Suspense>
          )}
          <ul className={classes.legend}>
            {slices.map(({ label, value, colour }) => (
              <li key={label} className={classes.entry} data-none={value === 0 || undefined}>
                <span className={classes.swatch} style={{ background: colour }} aria-hidden />
                <span className={classes.value}>{value}</span>
                <span className={classes.label}>{label}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Paper>
  );
}
