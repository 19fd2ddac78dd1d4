import { Button, CloseButton } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLocale } from '../../client/locale.ts';
import { closeNotice, type Notice, onNotice, type ShownNotice, shownNotice } from '../../client/notices.ts';
import classes from './Notices.module.css';

/** In milliseconds. Errors stay long enough to be read twice, and Undo long enough to be reached. */
const SHOWN_FOR = { success: 5_000, warning: 8_000, error: 10_000 } as const;
const UNDO_FOR = 10_000;

/** Shows one notice at a time: bottom left, on a phone above the bar (docs/behavior/client.md#notices). */
export default function Notices() {
  useLocale();
  const notice = useSyncExternalStore(onNotice, shownNotice, shownNotice);
  return notice && <InOpenDialog key={notice.id} notice={notice} />;
}

/** Everything outside a modal dialog is behind it and cannot be pressed, so the notice moves into it. */
function InOpenDialog({ notice }: { notice: ShownNotice }) {
  const [dialog, setDialog] = useState<Element | null>(null);
  useEffect(() => {
    const look = () => setDialog(openDialog());
    // Wait a frame, because most dialogs close with the action that the notice is about.
    const frame = requestAnimationFrame(look);
    dialog?.addEventListener('close', look);
    return () => {
      cancelAnimationFrame(frame);
      dialog?.removeEventListener('close', look);
    };
  }, [dialog]);
  const shown = <ShownParts notice={notice} />;
  return dialog ? createPortal(shown, dialog) : shown;
}

const openDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;

function ShownParts({ notice: { id, parts } }: { notice: ShownNotice }) {
  const [isHeld, setHeld] = useState(false);
  const undo = parts.find((part) => part.undo)?.undo;
  const duration = Math.max(...parts.map(({ colour }) => SHOWN_FOR[colour]), undo ? UNDO_FOR : 0);

  const place = useRef<HTMLDivElement>(null);
  useRoomForSaveBar(place);

  // Keep it open while the pointer is over it or the focus is inside.
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => closeNotice(id), duration);
    return () => clearTimeout(timer);
  }, [id, isHeld, duration]);

  return (
    <div
      ref={place}
      role="alert"
      className={classes.notice}
      data-kind={worst(parts)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.words}>
        {parts.map(({ title, message }) => (
          <div key={`${title} ${message}`}>
            <div className={classes.title}>{title}</div>
            <div className={classes.message}>{message}</div>
          </div>
        ))}
      </div>
      {undo && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            closeNotice(id);
            document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
            undo();
          }}
        >
          {t('Undo')}
        </Button>
      )}
      <CloseButton size="lg" aria-label={t('Close this notice')} onClick={() => closeNotice(id)} />
    </div>
  );
}

/** How far below its place a notice appears, and its distance from a form's buttons, in pixels. */
const RISE = 8;

/**
 * Moves a notice beside the buttons of a form's save bar while it would cover them, or above them where it is narrow. They
 * move when the page scrolls and when fields show their errors.
 */
function useRoomForSaveBar(notice: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      const [element, bar] = [notice.current, document.querySelector('[data-save-bar]')];
      if (!element) return;
      element.style.bottom = '';
      element.style.left = '';
      const box = element.getBoundingClientRect();
      const isCovered = ({ left, top, bottom }: DOMRect) =>
        left < box.right && top < window.innerHeight && bottom > box.top - RISE;
      const buttons = [...(bar?.querySelectorAll('button') ?? [])].map((one) => one.getBoundingClientRect());
      if (!bar || !buttons.some(isCovered)) return;
      const beside = Math.max(...buttons.map(({ right }) => right)) + RISE;
      if (beside + box.width + RISE <= window.innerWidth) element.style.left = `${beside}px`;
      else element.style.bottom = `${window.innerHeight - bar.getBoundingClientRect().top + RISE}px`;
    };
    // Also calls it once when it starts observing, before the first paint.
    const grown = new ResizeObserver(place);
    grown.observe(document.body);
    window.addEventListener('scroll', place, { passive: true });
    return () => {
      grown.disconnect();
      window.removeEventListener('scroll', place);
    };
  }, [notice]);
}

function worst(parts: readonly Notice[]): Notice['colour'] {
  const order = ['error', 'warning', 'success'] as const;
  return order.find((colour) => parts.some((part) => part.colour === colour)) ?? 'success';
}
