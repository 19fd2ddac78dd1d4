import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import classes from './Disclosure.module.css';

interface DisclosureProps {
  /** The button's contents, and the panel's accessible name. */
  label: ReactNode;
  className?: string | undefined;
  /** The edge of the button that the panel is aligned with. */
  align?: 'start' | 'end';
  /** Keeps the panel open after a choice, as for a filter. By default, a choice closes it. */
  stays?: boolean;
  /** The panel's contents: links and buttons. */
  children: ReactNode;
}

/** Minimum distance between a panel and the screen's edge, in pixels. */
const EDGE = 8;

/**
 * A button that shows and hides a panel of links below it. Escape, a click outside, or leaving it with Tab
 * closes it.
 */
export function Disclosure({ label, className, align = 'start', stays = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDivElement>(null);

  // Moves a panel that would overflow the screen back into view. Measured on every render, because a choice
  // in the panel may make the button longer or wrap it to another line.
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
    // Focus that goes nowhere (a click on plain text) does not count as leaving.
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

  // Uses React's click event. A native listener would run first and remove the pressed button before React
  // calls its handler.
  const closeOnChoice = () => {
    // The focused choice disappears with the panel, so move the focus to the button.
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
      {/* Focusable, so that pressing a label or plain text keeps the focus in the panel. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only
          handles clicks that bubble from the links and buttons in it, including by keyboard. */}
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
