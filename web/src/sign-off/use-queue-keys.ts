import { useEffect, useRef } from 'react';

/** What each key does: `{ j: next, k: previous }`. */
type Keys = Record<string, () => void>;

/**
 * Single keys for somebody who works through a list. They rest while they are turned off, in a dialog, and wherever
 * somebody types or chooses.
 */
export function useQueueKeys(isOn: boolean, keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || takesKeys(target)) return;
      latest.current[key]?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}

const takesKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=menu]') !==
    null;
