import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The names of a message's arguments, except the one that every message has (the reader's form of address). */
export function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (tokens: unknown) => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, , cases] = token;
      names.add(String(name));
      if (typeof cases === 'object' && cases !== null) Object.values(cases).forEach(visit);
    }
  };
  visit(compileMessage(message));
  for (const [, tag] of message.matchAll(/<(\w+)/g)) names.add(`<${tag}>`);
  return [...names].filter((name) => name !== 'you').sort();
}
