import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import {
  addMessages,
  type Compiled,
  compileWith,
  firstSupportedLocale,
  type Locale,
  locales,
  provideReader,
  type Reader,
} from '@waypost/contract/i18n';
import { pseudo } from '@waypost/contract/pseudo-locale';
import { messagesFolder } from '../../folders.ts';

const isPseudo = Boolean(process.env.PSEUDO_LOCALE) && process.env.NODE_ENV !== 'production';

const readers = new AsyncLocalStorage<Reader>();
const compiled = new Map<string, Compiled>();

provideReader(() => readers.getStore() ?? { locale: 'en', you: 'usted' });
compileWith((message) => {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
});
for (const locale of Object.keys(locales) as Locale[]) if (locale !== 'en') addMessages(locale, read(locale));

function read(locale: Locale): Record<string, string> {
  const catalog: Record<string, { translation: string }> = JSON.parse(
    readFileSync(join(messagesFolder, `${locale}.json`), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(catalog)
      .filter(([, { translation }]) => translation)
      .map(([message, { translation }]) => [message, isPseudo ? pseudo(message) : translation]),
  );
}

/** Runs a function in a recipient's language, for example to write an email. */
export const forReader = <Result>(reader: Reader, work: () => Result): Result => readers.run(reader, work);

/** The language of a request: our own pages send the language they are shown in. */
export const readerOf = (acceptLanguage: string | undefined): Reader => ({
  locale: firstSupportedLocale((acceptLanguage ?? '').split(',')),
  you: 'usted',
});
