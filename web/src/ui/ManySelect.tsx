import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useRef } from 'react';

/**
 * Chooses some of a list that is searched. Mantine keeps the focus where it is when a pill is removed or all are
 * cleared; where no field has it, this one takes it.
 */
export function ManySelect(props: MultiSelectProps) {
  const field = useRef<HTMLInputElement>(null);
  const takeFocus = () => {
    if (document.activeElement === document.body) field.current?.focus();
  };
  return <MultiSelect ref={field} searchable clearable onRemove={takeFocus} onClear={takeFocus} {...props} />;
}
