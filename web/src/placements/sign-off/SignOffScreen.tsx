import { Button, Kbd, Stack, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { useEffect, useMemo, useRef } from 'react';
import { rowsOf } from '../../client/list-queries.ts';
import { useAddress } from '../../client/search-params.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { T } from '../../ui/T.tsx';
import { nameOfIntern } from '../projects/intern-name.ts';
import { queueQuery } from './queue-query.ts';
import classes from './SignOff.module.css';
import { SignOffPlacement } from './SignOffPlacement.tsx';
import { useQueueKeys } from './use-queue-keys.ts';

/** The id of the current placement; `end` after the last one. */
interface Turn {
  placement?: string | undefined;
}

const END = 'end';

const read = ({ placement }: Record<string, unknown>): Turn =>
  typeof placement === 'string' ? { placement } : {};

/**
 * The queue of everything waiting for an Admin's approval, one placement at a time
 * (docs/behavior/sign-off.md).
 */
export default function SignOffScreen() {
  const queue = useInfiniteQuery(queueQuery);
  const rows = useMemo(() => queue.data && rowsOf(queue.data.pages), [queue.data]);
  const total = queue.data?.pages[0]?.total ?? 0;
  return (
    <Screen
      title={t('Sign-off queue')}
      lead={t('Placements with work that is waiting for your approval, the oldest first.')}
    >
      <Loaded query={{ ...queue, data: rows }} empty={<CaughtUp />}>
        {(found) => (
          <Queue
            rows={found}
            total={total}
            readMore={queue.hasNextPage && !queue.isFetchingNextPage ? queue.fetchNextPage : undefined}
            startAgain={queue.refetch}
          />
        )}
      </Loaded>
    </Screen>
  );
}

function CaughtUp() {
  return (
    <EmptyState
      title={t('You’re all caught up')}
      icon={<IconChecks />}
      action={
        <LinkButton variant="default" to="/admin/internship_status_report" search={{ year: 'All' }}>
          {t('Work-Based Learning Status')}
        </LinkButton>
      }
    >
      {t(
        'Hours, reflections, final work, and evaluations appear here once they are ready for your approval.',
      )}
    </EmptyState>
  );
}

interface QueueProps {
  rows: readonly ProjectRow[];
  total: number;
  /** Loads the next part of the queue; undefined if there is none or it is already loading. */
  readMore: (() => unknown) | undefined;
  startAgain: () => Promise<unknown>;
}

function Queue({ rows, total, readMore, startAgain }: QueueProps) {
  const [{ placement }, choose] = useAddress(read);
  const isAtEnd = placement === END;
  const index = isAtEnd
    ? rows.length
    : Math.max(
        0,
        rows.findIndex(({ _id }) => _id === placement),
      );
  const current = rows[index];
  const following = rows[index + 1];
  // Paging moves the focus to the placement's heading. When the screen opens, its own heading has the focus.
  const hasTurned = useRef(false);

  const isNearEnd = index >= rows.length - 2;
  useEffect(() => {
    if (isNearEnd) readMore?.();
  }, [isNearEnd, readMore]);

  const showPlacement = (row: ProjectRow | undefined) => {
    hasTurned.current = true;
    choose({ placement: row?._id ?? END });
    window.scrollTo({ top: 0 });
  };
  const next = () => !isAtEnd && showPlacement(following);
  const previous = () => index > 0 && showPlacement(rows[index - 1]);
  const [keysAreOn, setKeysAreOn] = useLocalStorage({
    key: 'waypost.queue-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  useQueueKeys(keysAreOn, { j: next, k: previous });

  return (
    <Stack gap="lg">
      <div className={classes.turn}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          disabled={index === 0}
          onClick={previous}
        >
          {t('Previous')}
        </Button>
        <Text className={classes.position} role="status">
          {isAtEnd
            ? t('End of the queue')
            : t('{position} of {total}', { position: index + 1, total: Math.max(total, rows.length) })}
        </Text>
        <Button
          variant="default"
          rightSection={<IconArrowRight size={18} aria-hidden />}
          disabled={isAtEnd}
          onClick={next}
        >
          {t('Next')}
        </Button>
        <div className={classes.keys}>
          <Switch
            checked={keysAreOn}
            onChange={({ currentTarget }) => setKeysAreOn(currentTarget.checked)}
            label={t('Keyboard shortcuts')}
          />
          <Text size="sm" c="dimmed">
            <T m="<j/> shows the next placement, <k/> the previous one." j={<Kbd>j</Kbd>} k={<Kbd>k</Kbd>} />
          </Text>
        </div>
      </div>
      {current ? (
        <SignOffPlacement
          key={current._id}
          row={current}
          takesFocus={hasTurned.current}
          next={
            <Button
              variant="default"
              rightSection={<IconArrowRight size={18} aria-hidden />}
              onClick={next}
              h="auto"
              mih="var(--wp-target)"
              styles={{ label: { whiteSpace: 'normal' } }}
            >
              {following ? t('Next: {name}', { name: nameOfIntern(following) }) : t('Finish')}
            </Button>
          }
          onApproved={next}
        />
      ) : (
        <End
          onStartAgain={async () => {
            hasTurned.current = true;
            await startAgain();
            choose({ placement: undefined });
          }}
        />
      )}
    </Stack>
  );
}

/** Shown after the last placement. Skipped placements are still waiting. */
function End({ onStartAgain }: { onStartAgain: () => void }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={here} tabIndex={-1} className={classes.end}>
      <EmptyState
        title={t('You’ve reached the end of the queue')}
        icon={<IconChecks />}
        action={<Button onClick={onStartAgain}>{t('Check for more')}</Button>}
      >
        {t('Placements that you skipped are still waiting.')}
      </EmptyState>
    </div>
  );
}
