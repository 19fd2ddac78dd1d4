import { isEnglishOriginal, ownText } from '@waypost/contract/translated-text';
import { Fragment } from 'react';
import { useSpanishNames } from './own-names.ts';
import { useSession } from './session.ts';

interface OwnTextProps {
  original: string;
  /** Empty if there is no translation. */
  spanish: string;
}

/** A school system's own text in the reader's language (docs/behavior/lists.md#spanish). */
export function OwnText({ original, spanish }: OwnTextProps) {
  const { session } = useSession();
  const isEnglish = isEnglishOriginal(spanish, session?.client_locale ?? null);
  return isEnglish ? <span lang="en">{original}</span> : ownText(original, spanish);
}

interface OwnNamesProps {
  names: readonly string[];
}

/** Names of focus areas or programs in the reader's language, separated by commas. */
export function OwnNames({ names }: OwnNamesProps) {
  const spanish = useSpanishNames();
  return names.filter(Boolean).map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <OwnText original={name} spanish={spanish.get(name) ?? ''} />
    </Fragment>
  ));
}
