import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password, hidden until one asks to see it: with the keyboard too. What is wrong with it is heard and found. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      visibilityToggleFocusable
      // Mantine says it of every other field.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
      {...props}
    />
  );
}
