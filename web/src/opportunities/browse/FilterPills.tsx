import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { wireName } from '@waypost/contract/wire-names';
import { useOwnName } from '../../client/own-names.ts';
import classes from './Browse.module.css';
import { milesName, type Narrowed } from './browse-search.ts';

interface FilterPillsProps {
  value: Narrowed;
  onChange: (change: Narrowed) => void;
}

/** The active filters, whether or not the panel is open; each can be removed. */
export function FilterPills({ value, onChange }: FilterPillsProps) {
  const ownName = useOwnName();
  const { areas = [], type, term, format, school, pay, within } = value;
  const pills: { name: string; removal: Narrowed }[] = areas.map((area) => ({
    name: ownName(area),
    removal: { areas: areas.filter((other) => other !== area) },
  }));
  if (type) pills.push({ name: wireName(type), removal: { type: undefined } });
  if (term) pills.push({ name: wireName(term), removal: { term: undefined } });
  if (format) pills.push({ name: wireName(format), removal: { format: undefined } });
  if (school) pills.push({ name: t('For my school'), removal: { school: undefined } });
  if (pay) pills.push({ name: wireName(pay), removal: { pay: undefined } });
  if (within)
    pills.push({ name: t('Within {within}', { within: milesName(within) }), removal: { within: undefined } });
  return (
    <ul className={classes.pills} aria-label={t('Active filters')}>
      {pills.map(({ name, removal }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.pill}
            onClick={() => onChange(removal)}
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
