import { isLocale, locales } from '@waypost/contract/i18n';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../../client/session.ts';
import classes from './Shell.module.css';

/** The languages, each by its own name, so that people who cannot read this page find theirs. */
export function LanguageChoice() {
  const { language, choose } = useLanguage();
  // Before the app starts, a select would ignore input.
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (!isAlive) return <span className={classes.language}>{locales[language]}</span>;
  return (
    <select
      className={classes.language}
      aria-label="Language / Idioma"
      value={language}
      onChange={({ currentTarget: { value } }) => isLocale(value) && choose(value)}
    >
      {Object.entries(locales).map(([locale, name]) => (
        <option key={locale} value={locale} lang={locale}>
          {name}
        </option>
      ))}
    </select>
  );
}

const neverChanges = () => () => undefined;
