import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

const LeafletMap = lazyPart(() => import('./LeafletMap.tsx'));

export interface Point {
  lat: number;
  lon: number;
}

export interface Marker extends Point {
  id: string;
  /** Read by screen readers, and shown on hover. */
  name: string;
  /** Drawn above the other markers. */
  chosen?: boolean;
}

export interface PlaceMapProps {
  /** The map's accessible name. */
  label: string;
  /** The URL of map tiles: `https://…/{z}/{x}/{y}.png`. */
  tiles: string;
  /** The credit for the tiles. */
  attribution?: string;
  markers?: readonly Marker[];
  onChoose?: (id: string) => void;
  /** A single pin that can be dragged, moved to a click, or moved with the arrow keys when focused. */
  pin?: { at: Point; name: string; onMove: (to: Point) => void };
  /** The person's location, as a dot. The map opens around it instead of around its markers. */
  here?: { at: Point; name: string };
  /** The center of an empty map. */
  centre?: Point;
  /** 10 shows a county, 13 a town. */
  zoom?: number;
  height?: number | string;
}

/**
 * Places on a map. Everything it shows must also be available as a list or fields, for people who cannot see
 * it.
 */
export function PlaceMap(props: PlaceMapProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height ?? 360} />}>
      <LeafletMap {...props} />
    </Suspense>
  );
}
