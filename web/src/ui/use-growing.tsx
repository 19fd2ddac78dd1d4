import { Button, Center } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Rows drawn at first, and each time the end comes into view. */
export const STEP = 100;

/** A list that is read part by part, as it comes into view. */
export interface InParts {
  /** How many rows there are in all; those given are the ones read so far. */
  total: number;
  /** Reads the next part. */
  read: () => void;
  /** On its way: nothing more is asked for meanwhile. */
  reading: boolean;
  /** The last part could not be read: the next try is the person's. */
  failed: boolean;
  /** Which list it is: another one is drawn from its start. */
  list: string;
}

/**
 * The part of a long list that is drawn so far, and what draws more of it: by scrolling, or its button. What
 * has not been read is read when its turn comes.
 */
export function useGrowing<Row>(
  rows: readonly Row[],
  parts?: InParts | undefined,
): { drawn: readonly Row[]; more: ReactNode } {
  const [length, setLength] = useState(STEP);
  const [list, setList] = useState(parts?.list);
  if (list !== parts?.list) {
    setList(parts?.list);
    setLength(STEP);
  }
  const end = useRef<HTMLDivElement>(null);
  const left = Math.max(rows.length, parts?.total ?? 0) - length;

  useEffect(() => {
    const element = end.current;
    if (!element || left <= 0) return;
    const grow = () => setLength((now) => now + STEP);
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) grow();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [left]);

  const wanting = parts !== undefined && length > rows.length && rows.length < parts.total;
  const read = useRef(parts?.read);
  read.current = parts?.read;
  const due = wanting && !parts.reading && !parts.failed;
  useEffect(() => {
    if (due) read.current?.();
  }, [due]);

  const more =
    left > 0 || wanting ? (
      <Center ref={end} py="md">
        <Button
          variant="default"
          loading={wanting && !parts.failed}
          onClick={() => (wanting ? parts.read() : setLength(length + STEP))}
        >
          {parts?.failed ? 'Try to show more again' : 'Show more'}
        </Button>
      </Center>
    ) : null;
  return { drawn: rows.length > length ? rows.slice(0, length) : rows, more };
}
