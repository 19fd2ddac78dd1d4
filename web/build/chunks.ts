import type { Rolldown } from 'vite';
import { translationsPrefix } from './messages.ts';

/** A chunk with its imports and their styles, imported styles first. */
export function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  files = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return files;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = chunks.find((one) => one.fileName === name);
    if (next) filesOf(next, chunks, files, seen);
  }
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  return files.add(chunk.fileName);
}

/** The chunks with translations that these files load, in one language or in all. */
export const textsOf = (
  files: readonly string[],
  chunks: Rolldown.OutputChunk[],
  locale?: string,
): Rolldown.OutputChunk[] =>
  chunks.filter(
    (one) =>
      one.facadeModuleId?.startsWith(`\0${translationsPrefix}${locale ? `${locale}/` : ''}`) &&
      chunks.some((other) => files.includes(other.fileName) && other.dynamicImports.includes(one.fileName)),
  );
