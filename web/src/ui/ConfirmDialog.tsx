import { Button, Group, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /**
   * Performs the action. The dialog then closes, unless this returned false. A failure is shown in the
   * dialog.
   */
  onConfirm: () => unknown;
  title?: string;
  /** Says what will happen and what will be lost. */
  children: ReactNode;
  /** The button's label: what it does, not "OK". */
  confirm: string;
  cancel?: string;
  /** Colors the button red for destructive actions. */
  destroys?: boolean;
}

/** "Are you sure?": asks before an action that cannot be undone, and ignores a second press. */
export function ConfirmDialog({
  opened,
  onClose,
  onConfirm,
  title = t('Are you sure?'),
  children,
  confirm,
  cancel = t('Cancel'),
  destroys = false,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const underway = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const heading = useId();
  const text = useId();

  useEffect(() => {
    if (!opened) return;
    const element = dialog.current;
    setFailed(null);
    element?.showModal();
    return () => element?.close();
  }, [opened]);

  async function act(): Promise<void> {
    // The button is disabled only after the next render, and a second press may come before it.
    if (underway.current) return;
    underway.current = true;
    setBusy(true);
    try {
      if ((await onConfirm()) !== false) onClose();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : t('Something went wrong'));
    } finally {
      underway.current = false;
      setBusy(false);
    }
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={heading}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      {opened && (
        <>
          <Title order={2} size="h3" id={heading}>
            {title}
          </Title>
          <Text component="div" id={text} my="md">
            {children}
          </Text>
          {failed && (
            <Text c="var(--mantine-color-error)" role="alert" mb="md">
              {failed}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {cancel}
            </Button>
            <Button {...(destroys ? { color: 'red.9' } : {})} onClick={() => void act()} loading={busy}>
              {confirm}
            </Button>
          </Group>
        </>
      )}
    </dialog>
  );
}
