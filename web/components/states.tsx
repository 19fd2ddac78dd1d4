import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

export const nothing = () => undefined;

/** Keeps the value of a controlled component. */
export function Kept<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** A button that opens a dialog or another component that is not always visible. */
export function Opened({
  label,
  children,
}: {
  label: string;
  children: (opened: boolean, close: () => void) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {label}
      </Button>
      {children(opened, () => setOpened(false))}
    </>
  );
}

export const places = ['Annapolis', 'Baltimore', 'Cambridge', 'Easton', 'Salisbury'];
