import type { ReactNode } from 'react';
import classes from './FactList.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** What is known of those: the rest is left out. */
export const knownOf = (facts: readonly Fact[]): Fact[] =>
  facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);

/** Short facts under their names, as many beside each other as there is room for. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {knownOf(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
