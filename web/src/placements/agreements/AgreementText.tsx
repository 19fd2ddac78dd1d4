import { type Block, blocksOf } from '@waypost/contract/placements/agreements/template';
import type { ReactNode } from 'react';
import classes from './Agreement.module.css';

/** An agreement's text with its headings and lists. Its language may differ from the page's. */
export function AgreementText({ text, lang }: { text: string; lang: string | undefined }) {
  return (
    <div className={classes.text} lang={lang}>
      {groupsOf(blocksOf(text)).map(({ at, blocks: [first, ...more] }) => (
        <Part key={at} first={first}>
          {[first, ...more].map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a version's text never changes its order.
            <li key={index}>{block.text}</li>
          ))}
        </Part>
      ))}
    </div>
  );
}

function Part({ first, children }: { first: Block; children: ReactNode }) {
  if (first.kind === 'heading') return <h3>{first.text}</h3>;
  if (first.kind === 'item') return <ul>{children}</ul>;
  return <p>{first.text}</p>;
}

interface Group {
  at: number;
  blocks: [Block, ...Block[]];
}

/** Groups consecutive items into lists. */
function groupsOf(blocks: readonly Block[]): Group[] {
  const groups: Group[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.blocks[0].kind === 'item') last.blocks.push(block);
    else groups.push({ at, blocks: [block] });
  }
  return groups;
}
