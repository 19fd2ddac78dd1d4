import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { MouseEvent } from 'react';

/** A password, hidden until one asks to see it: with the keyboard too. What is wrong with it is heard and found. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      visibilityToggleFocusable
      // Mantine says it of every other field.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), onMouseDown: takeFocus }}
      {...props}
    />
  );
}

/** Mantine leaves the focus in the field; where no field has it, the pressed button takes it, as any button does. */
function takeFocus({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if (document.activeElement === document.body) currentTarget.focus();
}
