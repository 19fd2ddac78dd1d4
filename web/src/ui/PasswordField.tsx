import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password, hidden until one asks to see it: with the keyboard too. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
      {...props}
    />
  );
}
