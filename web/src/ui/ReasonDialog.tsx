import { Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ReasonDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Receives the reason, trimmed and never empty. */
  onConfirm: (reason: string) => unknown;
  title?: string;
  children: ReactNode;
  confirm: string;
  label: string;
  /** The field's error if there is no reason. */
  missing: string;
  /** The maximum number of characters. */
  max: number;
}

/** Asks for a reason before an action. */
export function ReasonDialog({
  onConfirm,
  onClose,
  children,
  label,
  missing,
  max,
  ...dialog
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const confirm = () => {
    if (reason.trim() !== '') return onConfirm(reason.trim());
    setError(missing);
    field.current?.focus();
    return false;
  };
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm} onClose={onClose}>
      {children}
      <Textarea
        ref={field}
        mt="md"
        label={label}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={max}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}
