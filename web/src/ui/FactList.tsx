import type { ReactNode } from 'react';
import classes from './FactList.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** The facts that have a value. */
export const knownOf = (facts: readonly Fact[]): Fact[] =>
  facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);

/** Short facts with their names, as many per row as fit. */
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
