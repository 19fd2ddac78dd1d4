import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './Browse.module.css';
import { milesName, type Narrowed } from './browse-search.ts';

interface FilterPillsProps {
  value: Narrowed;
  onChange: (value: Narrowed) => void;
}

/** What the list is narrowed down by, while the panel that says so is hidden; each can be taken off. */
export function FilterPills({ value, onChange }: FilterPillsProps) {
  const { areas = [], pay, within } = value;
  const pills = [
    ...areas.map((area) => {
      const rest = areas.filter((other) => other !== area);
      const { areas: _, ...others } = value;
      return { name: area, left: rest.length > 0 ? { ...others, areas: rest } : others };
    }),
    ...(pay
      ? [{ name: pay, left: { ...(value.areas ? { areas } : {}), ...(within ? { within } : {}) } }]
      : []),
    ...(within
      ? [
          {
            name: `Within ${milesName(within)}`,
            left: { ...(value.areas ? { areas } : {}), ...(pay ? { pay } : {}) },
          },
        ]
      : []),
  ];
  return (
    <ul className={classes.pills} aria-label="Filters in use">
      {pills.map(({ name, left }) => (
        <li key={name}>
          <UnstyledButton
            className={classes.pill}
            onClick={() => onChange(left)}
            aria-label={`Remove the filter ${name}`}
          >
            {name}
            <IconX size={14} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
