import { Button, Center } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef } from 'react';

/** A list that loads in parts as they come into view. */
export interface InParts {
  /** The total number of rows, including those not loaded yet. */
  total: number;
  /** Loads the next part. */
  read: () => void;
  /** Whether a part is loading. No other part is requested until then. */
  reading: boolean;
  /** Whether the last part failed to load. The person can retry. */
  failed: boolean;
}

/** The end of the loaded rows: loads more when it comes near the screen, or with its button. */
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
      // Load early enough for fast scrolling.
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
