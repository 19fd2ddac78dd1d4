import { currentLocale, isLocale, locales } from '@waypost/contract/i18n';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { chooseLocale } from '../../client/locale.ts';
import classes from './Shell.module.css';

/** The languages, each by its own name; whoever cannot read this page finds theirs all the same. */
export function LanguageChoice() {
  // Painted before its script, a choice would ignore whoever makes it.
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  // A choice draws the screen anew, this included: whoever made it goes on from here.
  const focusChosen = useCallback((select: HTMLSelectElement | null) => {
    if (select && isChoosing) select.focus({ preventScroll: true });
    if (select) isChoosing = false;
  }, []);
  // What is chosen shows at once: its texts may take a moment.
  const [chosen, setChosen] = useState(currentLocale);
  if (!isAlive) return <span className={classes.language}>{locales[currentLocale()]}</span>;
  return (
    <select
      ref={focusChosen}
      className={classes.language}
      aria-label="Language / Idioma"
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        if (!isLocale(value)) return;
        isChoosing = true;
        setChosen(value);
        void chooseLocale(value);
      }}
    >
      {Object.entries(locales).map(([locale, name]) => (
        <option key={locale} value={locale} lang={locale}>
          {name}
        </option>
      ))}
    </select>
  );
}

let isChoosing = false;

const neverChanges = () => () => undefined;
