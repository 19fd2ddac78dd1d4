import { Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Role } from '@waypost/contract/accounts/rules';
import type { Application } from '@waypost/contract/applications/calls';
import { type ApplicationStatus, movesFrom, needsStudent } from '@waypost/contract/applications/rules';
import { t } from '@waypost/contract/i18n';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import { useMove } from './use-move.ts';
import { useOffer } from './use-offer.ts';
import { doneWords, moveOf } from './words.ts';

interface ApplicationMovesProps {
  application: Application;
  role: Role;
  /** Declining and withdrawing are open to somebody who is not approved, accepting and answering are not. */
  approved: boolean;
  /** Says how the application stands: where the focus goes when the pressed button is gone. */
  line: RefObject<HTMLElement | null>;
  /** Opens the form of an interview. */
  onArrange: () => void;
}

/** The first is the one that most come for: the table lists a business's moves the other way round. */
const order: readonly ApplicationStatus[] = [
  'Accepted',
  'Offered',
  'Interview Scheduled',
  'Declined',
  'Rescinded',
];

/** What this person can do with the application now (docs/behavior/applications.md#moves). */
export function ApplicationMoves({ application, role, approved, line, onArrange }: ApplicationMovesProps) {
  const moving = useMove(application, doneWords(application, role));
  const offering = useOffer(application);
  const busy = moving.busy || offering.busy;
  const undo = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<ApplicationStatus | null>(null);
  const isPending = application.offer_sends_at !== null;
  const drawing = `${application.status} ${isPending}`;
  // What was drawn when a button was pressed; null while nothing is expected to change.
  const pressedAt = useRef<string | null>(null);
  useEffect(() => {
    // A dialog keeps the focus until it is closed, and a button takes none while it waits for its answer.
    if (pressedAt.current === null || pressedAt.current === drawing) return;
    if (asked !== null || (isPending && busy)) return;
    pressedAt.current = isPending ? drawing : null;
    // The pressed button is gone, and with it the focus.
    const isNowhere = document.activeElement?.contains(line.current);
    if (isNowhere) (undo.current ?? line.current)?.focus();
  });

  async function make(to: ApplicationStatus): Promise<void> {
    pressedAt.current = drawing;
    // A refusal is told by its notice.
    await moving.move(to).catch(() => undefined);
  }

  async function offer(given: { message: string; reply_by: string }): Promise<void> {
    pressedAt.current = drawing;
    await offering.offer(given);
  }

  async function takeBack(): Promise<void> {
    pressedAt.current = drawing;
    await offering.undo().catch(() => undefined);
  }

  const gone = application.student_id_fk === null;
  const possible = movesFrom(role, application.status).filter(
    (to) => !isPending && mayMove(role, approved, to) && !(gone && needsStudent(to)),
  );
  const moves = order.filter((to) => possible.includes(to));
  const asking = asked && asked !== 'Offered' ? moveOf(application, role, asked) : null;
  return (
    <>
      {moves.length > 0 && (
        <Group gap="sm">
          {moves.map((to, index) => {
            const { label, asks } = moveOf(application, role, to);
            return (
              <Button
                key={to}
                variant={index === 0 && !asks ? 'filled' : 'default'}
                {...(asks ? { c: 'var(--mantine-color-error)' } : {})}
                disabled={busy}
                onClick={() => {
                  if (to === 'Interview Scheduled') onArrange();
                  else if (asks || to === 'Offered') setAsked(to);
                  else void make(to);
                }}
              >
                {label}
              </Button>
            );
          })}
        </Group>
      )}
      {isPending && (
        <Group>
          <Button
            ref={undo}
            variant="default"
            disabled={busy}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => void takeBack()}
          >
            {t('Undo offer')}
          </Button>
        </Group>
      )}
      {role === 'Business' && (
        <OfferDialog
          key={`${asked}`}
          application={application}
          opened={asked === 'Offered'}
          onClose={() => setAsked(null)}
          onConfirm={offer}
        />
      )}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && make(asked)}
        confirm={asking?.label ?? ''}
        destroys
      >
        {asking?.asks}
      </ConfirmDialog>
    </>
  );
}

function mayMove(role: Role, approved: boolean, to: ApplicationStatus): boolean {
  return approved || (role === 'Student' && to !== 'Accepted');
}
