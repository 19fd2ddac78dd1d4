// `npm run messages`: updates the catalogs from the code. Adds new messages untranslated and removes unused ones.
import { writeFileSync } from 'node:fs';
import { locales } from '../src/i18n.ts';
import { fileOf, readCatalog, updated } from './collect.ts';

for (const locale of Object.keys(locales).filter((one) => one !== 'en')) {
  const catalog = updated(readCatalog(locale));
  writeFileSync(fileOf(locale), `${JSON.stringify(catalog, null, 2)}\n`);
  const entries = Object.values(catalog);
  const translated = entries.filter(({ translation }) => translation).length;
  console.log(`${locale}: ${translated} of ${entries.length} messages are translated.`);
}
