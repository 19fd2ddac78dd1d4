import { useEffect, useRef } from 'react';

/** The handler of each key: `{ j: next, k: previous }`. */
type Keys = Record<string, () => void>;

/** Single-key shortcuts. Ignored while turned off, in a dialog, and in any text field or select. */
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
