import { Button, Chip, Group, Input } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useId, useState } from 'react';
import { useFocusHome } from './use-focus-home.ts';

interface ChipChoiceProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** Everything there is to choose from. */
  choices: readonly string[];
  value: string[];
  onChange: (chosen: string[]) => void;
  onBlur?: () => void;
  error?: ReactNode;
}

/** A phone has room for about so many without scrolling. */
const FEW = 8;

/**
 * Any number out of a short list, all of it in sight: checkboxes that a thumb can hit. On a phone a longer list shows
 * what is chosen, and the rest when it is asked for.
 */
export function ChipChoice({
  label,
  description,
  required = false,
  choices,
  value,
  onChange,
  onBlur,
  error,
}: ChipChoiceProps) {
  const id = useId();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  // What is taken back stays where it is, to be chosen again.
  const [takenBack, setTakenBack] = useState<readonly string[]>([]);
  const kept = choices.filter((choice) => value.includes(choice) || takenBack.includes(choice));
  const folded = isPhone && !open && choices.length > FEW && kept.length > 0 && kept.length < choices.length;
  const choose = (chosen: string[]) => {
    if (folded) setTakenBack(kept);
    else setOpen(true);
    onChange(chosen);
  };
  // Whoever has asked for all of them goes on from their beginning.
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
              {choice}
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
