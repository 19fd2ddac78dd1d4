import { Button, Chip, Group, Input } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useId, useState } from 'react';
import { useFocusHome } from './use-focus-home.ts';

interface ChipChoiceProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** All available choices. */
  choices: readonly string[];
  /** How a choice is shown, if not as it is. */
  nameOf?: (choice: string) => string;
  value: string[];
  onChange: (chosen: string[]) => void;
  onBlur?: () => void;
  error?: ReactNode;
}

/** About as many as fit on a phone without scrolling. */
const FEW = 8;

/**
 * Selects any number of choices from a short list, as checkboxes large enough for a thumb. On a phone, a
 * longer list shows only the selected ones until it is expanded.
 */
export function ChipChoice({
  label,
  description,
  required = false,
  choices,
  nameOf,
  value,
  onChange,
  onBlur,
  error,
}: ChipChoiceProps) {
  const id = useId();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  // Keep deselected choices visible, so they can be selected again.
  const [takenBack, setTakenBack] = useState<readonly string[]>([]);
  const kept = choices.filter((choice) => value.includes(choice) || takenBack.includes(choice));
  const folded = isPhone && !open && choices.length > FEW && kept.length > 0 && kept.length < choices.length;
  const choose = (chosen: string[]) => {
    if (folded) setTakenBack(kept);
    else setOpen(true);
    onChange(chosen);
  };
  // After expanding, move the focus to the beginning of the list.
  const group = useFocusHome<HTMLDivElement>();
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <Input.Label component="div" id={`${id}-label`} required={required}>
        {label}
      </Input.Label>
      {description && <Input.Description id={`${id}-description`}>{description}</Input.Description>}
      <Chip.Group multiple value={value} onChange={choose}>
        <Group
          gap="xs"
          mt={6}
          role="group"
          ref={group}
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          {...(described ? { 'aria-describedby': described } : {})}
        >
          {(folded ? kept : choices).map((choice) => (
            <Chip
              key={choice}
              value={choice}
              variant="outline"
              onBlur={onBlur}
              aria-invalid={error ? true : undefined}
            >
              {nameOf?.(choice) ?? choice}
            </Chip>
          ))}
          {folded && (
            <Button variant="subtle" size="sm" onClick={() => setOpen(true)}>
              {t('Show all {n}', { n: choices.length })}
            </Button>
          )}
        </Group>
      </Chip.Group>
      {error && (
        <Input.Error id={`${id}-error`} mt={6}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
