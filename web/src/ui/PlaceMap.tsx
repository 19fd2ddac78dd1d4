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
  /** What stands there: read out, and shown on hovering. */
  name: string;
  /** Shown first among the others. */
  chosen?: boolean;
}

export interface PlaceMapProps {
  /** What the map shows, for whoever cannot see it. */
  label: string;
  /** Where the tiles are: `https://…/{z}/{x}/{y}.png`. */
  tiles: string;
  /** Who made them. */
  attribution?: string;
  markers?: readonly Marker[];
  onChoose?: (id: string) => void;
  /** One pin that can be dragged, or moved with the arrow keys once it has the focus. */
  pin?: { at: Point; name: string; onMove: (to: Point) => void };
  /** Where the person is: a dot. The map opens around it, instead of around its markers. */
  here?: { at: Point; name: string };
  /** Looked at when there is nothing to show on it. */
  centre?: Point;
  /** 10 a county, 13 a town. */
  zoom?: number;
  height?: number | string;
}

/** Places on a map. Whatever it shows stands beside it as a list or as fields, for those who don't see it. */
export function PlaceMap(props: PlaceMapProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height ?? 360} />}>
      <LeafletMap {...props} />
    </Suspense>
  );
}
