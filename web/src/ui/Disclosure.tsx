import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import classes from './Disclosure.module.css';

interface DisclosureProps {
  /** What the button shows; it is also the panel's name. */
  label: ReactNode;
  className?: string | undefined;
  /** Which edge of the button the panel keeps to. */
  align?: 'start' | 'end';
  /** The panel stays while things in it are chosen, as in a filter; else choosing one closes it. */
  stays?: boolean;
  /** The panel: links and buttons. */
  children: ReactNode;
}

/** Pixels that stay free beside a panel. */
const EDGE = 8;

/** A button that shows and hides a panel of links below it. Escape, a click elsewhere and leaving it close it. */
export function Disclosure({ label, className, align = 'start', stays = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDivElement>(null);

  // A panel that would reach past the screen's edge is moved back by as much. Measured at every drawing: what is
  // chosen in it may make the button longer, and send it to another line.
  useLayoutEffect(() => {
    const panelElement = choices.current;
    if (!open || !panelElement) return;
    panelElement.style.translate = '';
    const { left, right } = panelElement.getBoundingClientRect();
    const past = right + EDGE - document.documentElement.clientWidth;
    if (past > 0) panelElement.style.translate = `${Math.max(-past, EDGE - left)}px`;
    else if (left < EDGE) panelElement.style.translate = `${Math.min(EDGE - left, -past)}px`;
  });

  useEffect(() => {
    const element = whole.current;
    if (!open || !element) return;
    const close = () => setOpen(false);
    const closeUnlessWithin = (target: EventTarget | null) => {
      if (!(target instanceof Node && element.contains(target))) close();
    };
    const closeOutside = (event: PointerEvent) => closeUnlessWithin(event.target);
    // Focus that goes nowhere (a click on plain text) is no leaving.
    const closeOnLeaving = (event: FocusEvent) =>
      event.relatedTarget && closeUnlessWithin(event.relatedTarget);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    element.addEventListener('focusout', closeOnLeaving);
    element.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      element.removeEventListener('focusout', closeOnLeaving);
      element.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  // React's own click, not the browser's: a listener of the browser's runs first and would remove the button that was
  // pressed before React calls its handler.
  const closeOnChoice = () => {
    // The choice disappears with the panel; focus must not disappear with it.
    if (choices.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  };

  return (
    <div ref={whole} className={classes.whole}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      {/* Focusable, so that a press on a label or plain text keeps focus in the panel instead of leaving it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only hears of presses of the links and buttons in it, by keyboard too. */}
      <div
        id={panel}
        ref={choices}
        className={classes.panel}
        data-align={align}
        hidden={!open}
        tabIndex={-1}
        onClick={stays ? undefined : closeOnChoice}
      >
        {open && children}
      </div>
    </div>
  );
}
