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
    const panelElement = choices.current;
    document.addEventListener('pointerdown', closeOutside);
    element.addEventListener('focusout', closeOnLeaving);
    element.addEventListener('keydown', closeOnEscape);
    if (!stays) panelElement?.addEventListener('click', close);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      element.removeEventListener('focusout', closeOnLeaving);
      element.removeEventListener('keydown', closeOnEscape);
      panelElement?.removeEventListener('click', close);
    };
  }, [open, stays]);

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
      <div id={panel} ref={choices} className={classes.panel} data-align={align} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
