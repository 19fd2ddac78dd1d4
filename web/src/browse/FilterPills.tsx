import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { wireName } from '@waypost/contract/wire-names';
import { useOwnName } from '../client/own-names.ts';
import classes from './Browse.module.css';
import { milesName, type Narrowed, withAreas, without } from './browse-search.ts';

interface FilterPillsProps {
  value: Narrowed;
  onChange: (value: Narrowed) => void;
}

/** The active filters, whether or not the panel is open; each can be removed. */
export function FilterPills({ value, onChange }: FilterPillsProps) {
  const ownName = useOwnName();
  const { areas = [], type, term, format, school, pay, within } = value;
  const pills = [
    ...areas.map((area) => ({
      name: ownName(area),
      left: withAreas(
        value,
        areas.filter((other) => other !== area),
      ),
    })),
    ...(type ? [{ name: wireName(type), left: without(value, 'type') }] : []),
    ...(term ? [{ name: wireName(term), left: without(value, 'term') }] : []),
    ...(format ? [{ name: wireName(format), left: without(value, 'format') }] : []),
    ...(school ? [{ name: t('For my school'), left: without(value, 'school') }] : []),
    ...(pay ? [{ name: wireName(pay), left: without(value, 'pay') }] : []),
    ...(within
      ? [{ name: t('Within {within}', { within: milesName(within) }), left: without(value, 'within') }]
      : []),
  ];
  return (
    <ul className={classes.pills} aria-label={t('Active filters')}>
      {pills.map(({ name, left }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.pill}
            onClick={() => onChange(left)}
            aria-label={t('Remove the filter {name}', { name })}
          >
            {name}
            <IconX size={14} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
