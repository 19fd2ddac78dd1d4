import { Paper } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { knownOf } from '../../ui/FactList.tsx';
import classes from './Opportunity.module.css';
import { allFacts } from './opportunity-facts.tsx';

/** An opportunity's facts, apart from its long texts. */
export function FactsPanel({ opportunity }: { opportunity: Opportunity }) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="facts">
      <h2 id="facts">{t('At a glance')}</h2>
      <dl className={classes.facts}>
        {knownOf(allFacts(opportunity)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
