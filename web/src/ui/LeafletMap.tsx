import { Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import Supercluster from 'supercluster';
import classes from './LeafletMap.module.css';
import type { Marker, PlaceMapProps, Point } from './PlaceMap.tsx';

/** The center of the country, used when there is nothing else to show. */
const SOMEWHERE: Point = { lat: 39.5, lon: -98.35 };
const OPENSTREETMAP = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors';

/** The map itself, in a separate chunk. */
export default function LeafletMap({
  label,
  tiles,
  attribution = OPENSTREETMAP,
  markers = noMarkers,
  onChoose,
  pin,
  here,
  centre,
  zoom = 12,
  height = 360,
}: PlaceMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map | null>(null);
  const [plain, setPlain] = useState(false);
  // On a touch screen, one finger scrolls the page past a map, and two fingers move the map.
  const oneFingerMoves = onChoose !== undefined || !L.Browser.mobile;
  const start = useRef({ centre: pin?.at ?? here?.at ?? centre, zoom, oneFingerMoves });

  useEffect(() => {
    if (!place.current) return;
    const { centre: at, zoom: near, oneFingerMoves: dragging } = start.current;
    const moves = !prefersStillness();
    const made = L.map(place.current, {
      scrollWheelZoom: false,
      dragging,
      zoomAnimation: moves,
      markerZoomAnimation: moves,
      fadeAnimation: moves,
      zoomControl: false,
      trackResize: false,
    }).setView(latLng(at ?? SOMEWHERE), at ? near : 4);
    L.control.zoom({ zoomInTitle: t('Zoom in'), zoomOutTitle: t('Zoom out') }).addTo(made);
    made.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    // Leaflet makes it a stop of the Tab key, but names it nothing.
    made.getContainer().role = 'group';
    made.getContainer().ariaLabel = t('Arrow keys move the map');
    setMap(made);
    // Leaflet's own handler only notices when the window changes, and then draws too late: part of the map stays empty.
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }));
    resized.observe(place.current);
    return () => {
      resized.disconnect();
      made.remove();
      setMap(null);
    };
  }, []);

  useEffect(() => {
    if (!map) return;
    const ground = L.tileLayer(tiles, { attribution, maxZoom: 19 });
    ground.on('tileerror', () => setPlain(true));
    ground.on('tileload', () => setPlain(false));
    ground.addTo(map);
    return () => {
      ground.remove();
    };
  }, [map, tiles, attribution]);

  useEffect(() => {
    if (!map || !plain) return;
    let remove: (() => void) | undefined;
    let left = false;
    const draw = async () => {
      const { drawBasemap } = await import('./basemap.ts');
      if (!left) remove = drawBasemap(map);
    };
    // If it fails to load, the background stays plain.
    draw().catch(() => undefined);
    return () => {
      left = true;
      remove?.();
    };
  }, [map, plain]);

  useMarkers(map, markers, onChoose, here ? null : zoom);
  useHere(map, here, zoom);
  usePin(map, pin);

  return (
    <section aria-label={label} className={classes.whole}>
      <div ref={place} className={classes.map} data-plain={plain || undefined} style={{ height }} />
      {plain && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('Street map unavailable. Coast and counties are from the Census Bureau.')}
        </Text>
      )}
    </section>
  );
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const noMarkers: readonly Marker[] = [];

/** Pins closer than this many pixels are drawn as one numbered pin. Wider than that pin, so that two never overlap. */
const CLOSE = 56;
/** From this zoom on, which shows a few blocks, every pin is drawn by itself. */
const APART = 16;

/** One pin, or several that are too close to be told apart. */
interface Drawn {
  at: Point;
  markers: readonly Marker[];
  /** The zoom at which they separate; absent for a single pin. */
  apartAt?: number;
}

/** Groups markers that overlap at this zoom. The selected marker is never grouped. */
function grouped(markers: readonly Marker[]): (zoom: number) => Drawn[] {
  const index = new Supercluster<{ marker: Marker }>({ radius: CLOSE, extent: 256, maxZoom: APART - 1 }).load(
    markers
      .filter(({ chosen }) => !chosen)
      .map((marker) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [marker.lon, marker.lat] },
        properties: { marker },
      })),
  );
  const chosen = markers
    .filter((marker) => marker.chosen)
    .map((marker) => ({ at: marker, markers: [marker] }));
  return (zoom) => [
    ...index.getClusters([-180, -90, 180, 90], Math.round(zoom)).map(({ geometry, properties }): Drawn => {
      const [lon = 0, lat = 0] = geometry.coordinates;
      if (!('cluster_id' in properties)) return { at: { lat, lon }, markers: [properties.marker] };
      const leaves = index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY);
      return {
        at: { lat, lon },
        markers: leaves.map((leaf) => leaf.properties.marker),
        apartAt: index.getClusterExpansionZoom(properties.cluster_id),
      };
    }),
    ...chosen,
  ];
}

function useZoom(map: L.Map | null): number | null {
  const [zoom, setZoom] = useState<number | null>(null);
  useEffect(() => {
    if (!map) return;
    const updateZoom = () => setZoom(map.getZoom());
    updateZoom();
    map.on('zoomend', updateZoom);
    return () => {
      map.off('zoomend', updateZoom);
    };
  }, [map]);
  return zoom;
}

function useMarkers(
  map: L.Map | null,
  markers: readonly Marker[],
  onChoose: ((id: string) => void) | undefined,
  /** The highest zoom for showing all markers; null keeps the map where it is. */
  fit: number | null,
): void {
  const choose = useRef(onChoose);
  choose.current = onChoose;
  const canChoose = onChoose !== undefined;
  // Selecting a marker must not move the map; only a change of the places may.
  const places = markers.map(({ id, lat, lon }) => `${id} ${lat} ${lon}`).join();
  const seen = useRef('');
  /** Focused when drawn, if the previously focused element is gone. */
  const next = useRef<string>(undefined);
  const groupsAt = useMemo(() => grouped(markers), [markers]);
  const zoom = useZoom(map);

  useEffect(() => {
    if (!map || zoom === null) return;
    const chosen = markers.find((marker) => marker.chosen)?.id;
    const layer = L.layerGroup(
      groupsAt(zoom).map((group) => {
        const press = () => {
          const [first] = group.markers;
          if (!first) return;
          if (group.apartAt === undefined) {
            choose.current?.(first.id);
            return;
          }
          next.current = first.id;
          map.setView(latLng(group.at), group.apartAt);
        };
        const drawn = draw(map, group, canChoose, press);
        drawn.on('add', () => {
          const hasNext = group.markers.some(({ id }) => id === next.current);
          if (hasNext && chosen === undefined && document.activeElement === document.body)
            drawn.getElement()?.focus();
        });
        return drawn;
      }),
    ).addTo(map);
    if (fit !== null && markers.length > 0 && seen.current !== places)
      map.fitBounds(L.latLngBounds(markers.map(latLng)), { padding: [32, 32], maxZoom: fit });
    seen.current = places;
    // Selecting a pin opens its details, which take the focus and return it to the pin when closed.
    next.current = chosen;
    return () => {
      layer.remove();
    };
  }, [map, zoom, markers, groupsAt, places, fit, canChoose]);
}

/** A pin, or a group of pins that separates when pressed. */
function draw(map: L.Map, { at, markers, apartAt }: Drawn, canChoose: boolean, press: () => void): L.Marker {
  const [first] = markers;
  const name = apartAt === undefined ? (first?.name ?? '') : t('{n} places: zoom in', { n: markers.length });
  const isPressed = canChoose || apartAt !== undefined;
  const usualOrder = first?.chosen ? 1000 : 0;
  const drawn = L.marker(latLng(at), {
    icon: apartAt === undefined ? sign(first?.chosen ? 'chosen' : 'place') : group(markers.length),
    title: name,
    zIndexOffset: usualOrder,
    interactive: isPressed,
    keyboard: isPressed,
    // Panning on focus would move a pin at the edge from under the pointer, so the press would miss it.
    autoPanOnFocus: false,
  });
  drawn.on('click', press);
  // Leaflet gives markers the role button but does not handle their keys.
  drawn.on('keydown', ({ originalEvent: event }) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  });
  drawn.on('add', () => {
    const element = drawn.getElement();
    element?.setAttribute('aria-label', name);
    if (!isPressed) element?.setAttribute('role', 'img');
    // Above the pins that overlap it.
    element?.addEventListener('blur', () => drawn.setZIndexOffset(usualOrder));
    element?.addEventListener('focus', () => {
      drawn.setZIndexOffset(10_000);
      if (!element.matches(':focus-visible')) return;
      map.panInside(latLng(at), { padding: [32, 40], animate: false });
      // The map may be taller than a short screen.
      element.scrollIntoView({ block: 'nearest' });
    });
  });
  return drawn;
}

function useHere(map: L.Map | null, here: PlaceMapProps['here'], zoom: number): void {
  const lat = here?.at.lat;
  const lon = here?.at.lon;
  const name = here?.name;
  useEffect(() => {
    if (!map || lat === undefined || lon === undefined || name === undefined) return;
    const dot = L.circleMarker([lat, lon], { radius: 8, className: classes.here ?? '' });
    dot.bindTooltip(name).addTo(map);
    const element = dot.getElement();
    element?.setAttribute('role', 'img');
    element?.setAttribute('aria-label', name);
    return () => {
      dot.remove();
    };
  }, [map, lat, lon, name]);

  useEffect(() => {
    if (map && lat !== undefined && lon !== undefined) map.setView([lat, lon], zoom);
  }, [map, lat, lon, zoom]);
}

/** How far an arrow key moves the pin, in pixels; with Shift, ten times as far. */
const KEY_STEP = 4;
const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function usePin(map: L.Map | null, pin: PlaceMapProps['pin']): void {
  const move = useRef(pin?.onMove);
  move.current = pin?.onMove;
  const drawn = useRef<L.Marker>(undefined);
  const name = pin?.name;

  useEffect(() => {
    if (!map || name === undefined) return;
    const marker = L.marker(map.getCenter(), { icon: sign('chosen'), draggable: true, title: name }).addTo(
      map,
    );
    drawn.current = marker;
    const reportMove = () => {
      const { lat, lng } = marker.getLatLng();
      move.current?.({ lat: rounded(lat), lon: rounded(lng) });
    };
    const step = (event: KeyboardEvent) => {
      const arrow = arrows[event.key];
      if (!arrow) return;
      event.preventDefault();
      // Otherwise the map would also handle the arrow key.
      event.stopPropagation();
      const by = L.point(arrow).multiplyBy(event.shiftKey ? KEY_STEP * 10 : KEY_STEP);
      marker.setLatLng(map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add(by)));
      reportMove();
    };
    const element = marker.getElement();
    // Leaflet gives it the role button, but pressing it does nothing. With the role application, it
    // receives the arrow keys.
    element?.setAttribute('role', 'application');
    element?.setAttribute('aria-roledescription', t('pin'));
    element?.setAttribute('aria-label', t('{name}: the arrow keys move it', { name }));
    element?.addEventListener('keydown', step);
    marker.on('dragend', reportMove);
    // Otherwise a click on the pin would count as one on the map below it.
    marker.on('click', () => undefined);
    // For those who cannot drag.
    const moveToClick = ({ latlng }: L.LeafletMouseEvent) => {
      marker.setLatLng(latlng);
      reportMove();
    };
    map.on('click', moveToClick);
    return () => {
      map.off('click', moveToClick);
      marker.remove();
      drawn.current = undefined;
    };
  }, [map, name]);

  const lat = pin?.at.lat;
  const lon = pin?.at.lon;
  useEffect(() => {
    if (!map || name === undefined || lat === undefined || lon === undefined) return;
    drawn.current?.setLatLng([lat, lon]);
    if (!map.getBounds().contains([lat, lon])) map.panTo([lat, lon]);
  }, [map, name, lat, lon]);
}

function sign(kind: 'place' | 'chosen'): L.DivIcon {
  const className = `${classes.sign} ${kind === 'chosen' ? classes.chosen : ''}`;
  return L.divIcon({ className, iconSize: [28, 36], iconAnchor: [14, 35], html: SIGN });
}

function group(count: number): L.DivIcon {
  return L.divIcon({
    className: `${classes.sign} ${classes.group}`,
    iconSize: [44, 44],
    html: `<span aria-hidden="true">${count}</span>`,
  });
}

const SIGN =
  '<svg viewBox="0 0 28 36" aria-hidden="true"><path d="M14 35C9 27 2 21 2 13.5a12 12 0 0 1 24 0C26 21 19 27 14 35Z"/><circle cx="14" cy="13.5" r="4.5"/></svg>';

function latLng({ lat, lon }: Point): L.LatLngTuple {
  return [lat, lon];
}

/** Rounds to about ten centimeters. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
