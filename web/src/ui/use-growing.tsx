import { Button, Center } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Rows drawn at first, and each time the end comes into view. */
const STEP = 100;

/** The part of a long list that is drawn so far, and what draws more of it: by scrolling, or its button. */
export function useGrowing<Row>(rows: readonly Row[]): { drawn: readonly Row[]; more: ReactNode } {
  const [length, setLength] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);
  const left = rows.length - length;

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

  const more =
    left > 0 ? (
      <Center ref={end} py="md">
        <Button variant="default" onClick={() => setLength(length + STEP)}>
          Show more
        </Button>
      </Center>
    ) : null;
  return { drawn: rows.length > length ? rows.slice(0, length) : rows, more };
}
