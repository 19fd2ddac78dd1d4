import { Chip, Group, Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';

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

/** Any number out of a short list, all of it in sight: checkboxes that a thumb can hit. */
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
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <Input.Label component="div" id={`${id}-label`} required={required}>
        {label}
      </Input.Label>
      {description && <Input.Description id={`${id}-description`}>{description}</Input.Description>}
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group
          gap="xs"
          mt={6}
          role="group"
          aria-labelledby={`${id}-label`}
          {...(described ? { 'aria-describedby': described } : {})}
        >
          {choices.map((choice) => (
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
