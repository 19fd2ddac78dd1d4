import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useRef } from 'react';

/**
 * Selects several entries of a searchable list. Mantine does not move the focus when a pill is removed or all
 * are cleared, so this field takes it if no field has it. The clear button also works with the keyboard.
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
