import { CloseButton, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocale } from '../../client/locale.ts';
import { useSettings } from '../../client/session.ts';
import { PlaceMap, type Point } from '../../ui/PlaceMap.tsx';
import classes from './Browse.module.css';
import { markerOf, pinsOf, zoomFor } from './map-pins.ts';
import { OpportunityCard } from './OpportunityCard.tsx';
import { MAP_LIMIT } from './use-opportunities.ts';

interface BrowseMapProps {
  rows: readonly OpportunityRow[];
  /** The total, of which `rows` are the first. */
  total: number;
  /** The student's home. */
  home: Point | null;
  /** The search radius in miles, if any. */
  within: number | undefined;
}

/** Shows opportunities on a map. A pin opens what is offered there. */
export default function BrowseMap({ rows, total, home, within }: BrowseMapProps) {
  const tiles = useSettings()?.map_tiles_url;
  const [chosen, setChosen] = useState<string | null>(null);
  const locale = useLocale();
  const places = useMemo(() => pinsOf(rows), [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: their names are in the current language.
  const markers = useMemo(
    () => places.map((place) => markerOf(place, place.id === chosen)),
    [places, chosen, locale],
  );
  const close = useCallback(() => setChosen(null), []);
  const open = places.find(({ id }) => id === chosen);
  const drawn = places.reduce((sum, { opportunities }) => sum + opportunities.length, 0);

  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, scroll the map that was just chosen into view.
    const isChosenNow = document.activeElement?.matches('input[type=radio]');
    if (isChosenNow && window.matchMedia('(max-width: 61.99em)').matches)
      place.current?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    <div className={classes.mapPlace}>
      <div ref={place} className={classes.map}>
        {tiles && (
          <PlaceMap
            label={t('Map of the opportunities')}
            tiles={tiles}
            markers={markers}
            onChoose={setChosen}
            height="100%"
            {...(home ? { here: { at: home, name: t('Your address') }, zoom: zoomFor(within) } : {})}
          />
        )}
        {open && <Chosen key={open.id} opportunities={open.opportunities} onClose={close} />}
      </div>
      <Text size="sm" c="dimmed" mt={6}>
        {noteOn({ drawn, rows: rows.length, total, near: home !== null })}
      </Text>
    </div>
  );
}

/** The opportunities at the selected pin. Takes the focus. Escape closes it, and so does dragging it down on a phone. */
function Chosen({
  opportunities,
  onClose,
}: {
  opportunities: readonly OpportunityRow[];
  onClose: () => void;
}) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
    // It opens at the bottom of the map, which may be below the window.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  const { dragged, handlers } = useDragDown(onClose);
  return (
    <section
      ref={place}
      className={classes.chosen}
      style={dragged > 0 ? { translate: `0 ${dragged}px` } : {}}
      aria-label={t('At this place')}
    >
      <div className={classes.chosenHead} {...handlers}>
        <Text size="sm" fw={600}>
          {t('At this place')}
        </Text>
        <CloseButton aria-label={t('Close this place')} onClick={onClose} />
      </div>
      <ul className={classes.stack}>
        {opportunities.map((row) => (
          <li key={row._id}>
            <OpportunityCard opportunity={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far down, in pixels, a card must be dragged to close. */
const CLOSES_AT = 64;

/** Lets a card be dragged down by its head on a small screen. Returns the distance in pixels, and the handlers. */
function useDragDown(onClose: () => void) {
  const from = useRef<number | null>(null);
  const [dragged, setDragged] = useState(0);
  const end = () => {
    from.current = null;
    setDragged(0);
  };
  const handlers = {
    onPointerDown: ({ target, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      const isButton = target instanceof Element && target.closest('button') !== null;
      if (isButton || !window.matchMedia('(max-width: 61.99em)').matches) return;
      from.current = clientY;
      // The pointer may leave the head while it drags.
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (from.current !== null) setDragged(Math.max(0, clientY - from.current));
    },
    onPointerUp: ({ clientY }: PointerEvent) => {
      if (from.current !== null && clientY - from.current >= CLOSES_AT) onClose();
      end();
    },
    onPointerCancel: end,
  };
  return { dragged, handlers };
}

interface Drawn {
  drawn: number;
  rows: number;
  total: number;
  near: boolean;
}

function noteOn({ drawn, rows, total, near }: Drawn): string {
  const first = near
    ? t('the {mapLimit} nearest', { mapLimit: MAP_LIMIT })
    : t('the first {mapLimit}', { mapLimit: MAP_LIMIT });
  const left = rows - drawn;
  return [
    total > rows
      ? t('The map shows {first} of {total}. Use filters to see the others.', { first, total })
      : '',
    left > 0
      ? t(
          '{left, plural, one {# of them is virtual or has no address, so it is} other {# of them are virtual or have no address, so they are}} only in the list.',
          { left },
        )
      : '',
    near ? t('The dot is your address.') : '',
  ]
    .filter(Boolean)
    .join(' ');
}
