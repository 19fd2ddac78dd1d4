import { t } from '@waypost/contract/i18n';
import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react';

/**
 * A message with elements in it: `<T m="Read the <a>terms</a> of {name}." name={name} a={<Anchor
 * href="/terms" />} />`. A prop that is an element replaces the tag of that name; any other prop is an
 * argument of the message.
 */
export function T({ m, ...given }: { m: string; [name: string]: ReactNode }) {
  const values: Record<string, string | number> = {};
  const elements: Record<string, ReactNode> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'number') values[name] = value;
    // Keep user input from being parsed as a tag.
    else if (typeof value === 'string') values[name] = value.replaceAll('<', '\0');
    else elements[name] = value;
  }
  const parts = t(m, values).split(/<(\w+)(?:\/>|>(.*?)<\/\1>)/);
  const shown: ReactNode[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [text, name, inside] = parts.slice(index, index + 3).map((part) => part?.replaceAll('\0', '<'));
    const element = name && elements[name];
    shown.push(
      text,
      <Fragment key={index}>
        {inside && isValidElement(element) ? cloneElement(element, undefined, inside) : element}
      </Fragment>,
    );
  }
  return shown;
}
