// `npm run messages`: updates the catalogs from the code. Adds new messages untranslated and removes unused ones.
import { rmSync, writeFileSync } from 'node:fs';
import { locales } from '../src/i18n.ts';
import { catalogNames, collect, type Entry, fileOf, readCatalog } from './collect.ts';

const catalogs = collect();
for (const locale of Object.keys(locales).filter((one) => one !== 'en')) {
  const known = new Map(
    catalogNames(locale)
      .flatMap((name) => readCatalog(locale, name))
      .filter(({ translation }) => translation)
      .map((entry) => [entry.message, entry]),
  );
  let [total, translated] = [0, 0];
  for (const [name, messages] of catalogs) {
    const entries = [...messages].map(([message, files]): Entry => {
      const { translation = '', comment } = known.get(message) ?? {};
      return { message, translation, ...(comment && { comment }), used: [...files].sort() };
    });
    entries.sort((one, other) => (one.message < other.message ? -1 : 1));
    total += entries.length;
    translated += entries.filter(({ translation }) => translation).length;
    writeFileSync(fileOf(locale, name), `${JSON.stringify(entries, null, 2)}\n`);
  }
  for (const name of catalogNames(locale)) if (!catalogs.has(name)) rmSync(fileOf(locale, name));
  console.log(`${locale}: ${translated} of ${total} messages are translated.`);
}
