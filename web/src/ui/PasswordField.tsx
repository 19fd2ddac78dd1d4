import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { MouseEvent } from 'react';

/**
 * A password field with a button to show the password, also by keyboard. Errors are announced and linked to
 * the field.
 */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      visibilityToggleFocusable
      // Mantine sets this on every other field.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('Show password'), onMouseDown: takeFocus }}
      {...props}
    />
  );
}

/**
 * Mantine keeps the focus in the field. If no field has it, the pressed button takes it like any other
 * button.
 */
function takeFocus({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if (document.activeElement === document.body) currentTarget.focus();
}
