import { Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { canTakeBack } from '@waypost/contract/placements/applications/offers';
import { movesFrom, needsStudent, offersAgain } from '@waypost/contract/placements/applications/rules';
import type { Role } from '@waypost/contract/roles';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { dayIn } from '@waypost/contract/time-zones';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useReadOnly } from '../../client/session.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './ApplicationScreen.module.css';
import { OfferDialog } from './OfferDialog.tsx';
import { useMove } from './use-move.ts';
import { useOffer } from './use-offer.ts';
import { doneWords, moveOf, studentOf } from './words.ts';

interface ApplicationMovesProps {
  application: Application;
  role: Role;
  /** Users who are not approved may decline and withdraw, but not accept or reply. */
  approved: boolean;
  /** The line with the application's status, which takes the focus when the pressed button disappears. */
  line: RefObject<HTMLElement | null>;
}

/** The most common move first; the table lists a business's moves in the opposite order. */
const order: readonly ApplicationStatus[] = [
  'Accepted',
  'Offered',
  'Interview Scheduled',
  'Declined',
  'Rescinded',
];

/** The moves that this user can make now (docs/behavior/applications.md#moves). */
export function ApplicationMoves({ application, role, approved, line }: ApplicationMovesProps) {
  const moving = useMove(application, doneWords(application, role));
  const offering = useOffer(application);
  const busy = moving.busy || offering.busy;
  const undo = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<ApplicationStatus | null>(null);
  const [isTakingBack, setTakingBack] = useState(false);
  const isPending = application.offer_sends_at !== null;
  const today = dayIn(useTimeZone(), new Date());
  const mayTakeBack =
    role === 'Business' &&
    application.status === 'Offered' &&
    !isPending &&
    canTakeBack(application.reply_by, today);
  const drawing = `${application.status} ${isPending}`;
  // What was rendered when a button was pressed; null while no change is expected.
  const pressedAt = useRef<string | null>(null);
  useEffect(() => {
    // A dialog keeps the focus until it closes, and a button cannot take it while it waits for the reply.
    if (pressedAt.current === null || pressedAt.current === drawing) return;
    if (chosen !== null || isTakingBack || (isPending && busy)) return;
    pressedAt.current = isPending ? drawing : null;
    // The pressed button has disappeared, and with it the focus.
    const isNowhere = document.activeElement?.contains(line.current);
    if (isNowhere) (undo.current ?? line.current)?.focus();
  });

  async function make(to: ApplicationStatus): Promise<void> {
    pressedAt.current = drawing;
    // A refusal has shown its own notice.
    await moving.move(to).catch(() => undefined);
  }

  async function offer(given: { message: string; reply_by: string }): Promise<void> {
    pressedAt.current = drawing;
    await offering.offer(given);
  }

  async function undoOffer(): Promise<void> {
    pressedAt.current = drawing;
    await offering.undo().catch(() => undefined);
  }

  async function takeBack(): Promise<void> {
    pressedAt.current = drawing;
    await offering.takeBack().catch(() => undefined);
  }

  const isFixed = useReadOnly();
  const gone = application.student_id_fk === null;
  const possible = movesFrom(role, application.status).filter(
    (to) => !isFixed && !isPending && mayMove(role, approved, to) && !(gone && needsStudent(to)),
  );
  const moves = order.filter((to) => possible.includes(to));
  const asking = chosen && chosen !== 'Offered' ? moveOf(application, role, chosen) : null;
  return (
    <>
      {moves.length > 0 && (
        <Group gap="sm" className={classes.moves}>
          {moves.map((to, index) => {
            const { label, asks } = moveOf(application, role, to);
            return (
              <Button
                key={to}
                variant={index === 0 && !asks && !offersAgain(application.status) ? 'filled' : 'default'}
                {...(asks ? { c: 'var(--mantine-color-error)' } : {})}
                disabled={busy}
                onClick={() => {
                  if (asks || to === 'Offered') setChosen(to);
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
            onClick={() => void undoOffer()}
          >
            {t('Undo offer')}
          </Button>
        </Group>
      )}
      {mayTakeBack && (
        <Group>
          <Button variant="default" disabled={busy} onClick={() => setTakingBack(true)}>
            {t('Take back offer')}
          </Button>
        </Group>
      )}
      {role === 'Business' && (
        <OfferDialog
          key={`${chosen}`}
          application={application}
          opened={chosen === 'Offered'}
          onClose={() => setChosen(null)}
          onConfirm={offer}
        />
      )}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => chosen && make(chosen)}
        confirm={asking?.label ?? ''}
        destroys
      >
        {asking?.asks}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isTakingBack}
        onClose={() => setTakingBack(false)}
        onConfirm={takeBack}
        confirm={t('Take back offer')}
        destroys
      >
        {t('{student} gets an email and can’t accept this offer anymore.', {
          student: studentOf(application),
        })}
      </ConfirmDialog>
    </>
  );
}

function mayMove(role: Role, approved: boolean, to: ApplicationStatus): boolean {
  return approved || (role === 'Student' && to !== 'Accepted');
}
