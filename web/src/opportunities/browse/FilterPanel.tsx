import { Button, Checkbox, NativeSelect, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import {
  compensationFilters,
  internshipTypes,
  opportunityTypes,
  searchRadii,
  timeFrames,
} from '@waypost/contract/opportunities/opportunities/rules';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { wireName } from '@waypost/contract/wire-names';
import { useId } from 'react';
import { useOwnName } from '../../client/own-names.ts';
import { callQuery } from '../../client/queries.ts';
import { ManyChoices } from '../../ui/ManyChoices.tsx';
import { Segments } from '../../ui/Segments.tsx';
import classes from './Browse.module.css';
import { countOf, milesName, type Narrowed, noFilters } from './browse-search.ts';

interface FilterPanelProps {
  value: Narrowed;
  onChange: (change: Narrowed) => void;
  /** Whether the student has a home location to measure from. */
  hasHome: boolean;
}

const focusAreasQuery = callQuery(listCalls.getFocusAreas, {}, { staleTime: 300_000, quiet: true });

/** The filters of the list (docs/behavior/browse.md#filters). A choice takes effect immediately. */
export function FilterPanel({ value, onChange, hasHome }: FilterPanelProps) {
  const known = useQuery(focusAreasQuery).data?.map(({ name }) => name) ?? [];
  const ownName = useOwnName();
  const { areas = [], pay = 'Either', within } = value;
  // A shared URL may name an area that no longer exists: list it, so it can be removed.
  const names = [...known, ...areas.filter((name) => !known.includes(name))];
  const payId = useId();
  return (
    <Paper component="section" aria-label={t('Filters')} withBorder p="md" className={classes.panel}>
      <div className={classes.choices}>
        <ManyChoices
          label={t('Focus areas')}
          options={names}
          nameOf={ownName}
          value={areas}
          onChange={(chosen) => onChange({ areas: chosen })}
        />
        <div>
          <Text id={payId} className={classes.legend}>
            {t('Compensation')}
          </Text>
          <Segments
            aria-labelledby={payId}
            choices={compensationFilters.map((one) => ({ value: one, label: wireName(one) }))}
            value={pay}
            onChange={(chosen) => onChange({ pay: chosen === 'Either' ? undefined : chosen })}
          />
        </div>
        {hasHome && (
          <NativeSelect
            label={t('Within')}
            value={within ?? ''}
            onChange={({ currentTarget }) => onChange({ within: Number(currentTarget.value) || undefined })}
            data={searchRadii.map((miles) => ({
              value: `${miles ?? ''}`,
              label: miles === null ? t('No limit') : milesName(miles),
            }))}
          />
        )}
        <OneOf
          label={t('Type')}
          choices={internshipTypes}
          value={value.type}
          onChange={(type) => onChange({ type })}
        />
        <OneOf
          label={t('Time frame')}
          choices={timeFrames}
          value={value.term}
          onChange={(term) => onChange({ term })}
        />
        <OneOf
          label={t('Format')}
          choices={opportunityTypes}
          value={value.format}
          onChange={(format) => onChange({ format })}
        />
        <Checkbox
          className={classes.flag}
          label={t('For my school')}
          checked={value.school === 'own'}
          onChange={({ currentTarget }) => onChange({ school: currentTarget.checked ? 'own' : undefined })}
        />
        <Button
          variant="subtle"
          className={classes.clear}
          // Not `disabled`, because the pressed button would lose the focus.
          {...(countOf(value) === 0
            ? { 'data-disabled': true, 'aria-disabled': true }
            : { onClick: () => onChange(noFilters) })}
        >
          {t('Clear filters')}
        </Button>
      </div>
    </Paper>
  );
}

interface OneOfProps<Choice extends string> {
  label: string;
  choices: readonly Choice[];
  value: Choice | undefined;
  onChange: (value: Choice | undefined) => void;
}

/** A select with a few choices, or all. */
function OneOf<Choice extends string>({ label, choices, value, onChange }: OneOfProps<Choice>) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(choices.find((choice) => choice === currentTarget.value))}
      data={[
        { value: '', label: t('All') },
        ...choices.map((choice) => ({ value: choice, label: wireName(choice) })),
      ]}
    />
  );
}
