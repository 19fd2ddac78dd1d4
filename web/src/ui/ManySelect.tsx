import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useRef } from 'react';

/**
 * Chooses some of a list that is searched. Mantine keeps the focus where it is when a pill is removed or all are
 * cleared; where no field has it, this one takes it. The button that clears is for the keyboard too.
 */
export function ManySelect({ clearButtonProps, ...props }: MultiSelectProps) {
  const field = useRef<HTMLInputElement>(null);
  const takeFocus = () => field.current?.focus();
  const takeLostFocus = () => {
    if (document.activeElement === document.body) takeFocus();
  };
  return (
    <MultiSelect
      ref={field}
      searchable
      clearable
      onRemove={takeLostFocus}
      onClear={takeFocus}
      clearButtonProps={{ tabIndex: 0, 'aria-hidden': undefined, ...clearButtonProps }}
      {...props}
    />
  );
}
