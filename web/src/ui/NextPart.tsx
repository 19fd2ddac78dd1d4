import { Button, Center } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef } from 'react';

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
}

/** Stands at the end of what has been read: reads more of it as it comes near, or by its button. */
export function NextPart({ parts }: { parts: InParts }) {
  const end = useRef<HTMLDivElement>(null);
  const read = useRef(parts.read);
  read.current = parts.read;
  const waits = !parts.reading && !parts.failed;
  useEffect(() => {
    if (!waits || !end.current) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) read.current();
      },
      // Read before somebody who scrolls fast is there.
      { rootMargin: '2000px' },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [waits]);
  return (
    <Center ref={end} py="md">
      <Button variant="default" loading={parts.reading} onClick={parts.read}>
        {parts.failed ? t('Try to show more again') : t('Show more')}
      </Button>
    </Center>
  );
}
