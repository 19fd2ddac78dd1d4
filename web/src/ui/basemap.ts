import states, { type BasemapState } from 'virtual:basemap';
import L from 'leaflet';
import classes from './LeafletMap.module.css';

/** States and counties below this zoom would be too many to load and to read. */
const FROM_ZOOM = 6;
const NAMES_FROM_ZOOM = 9;
const SCALE = 1000;

/**
 * Draws the coast and counties below the markers, loading each state as it comes into view. Used without
 * map tiles. Returns a function that removes it.
 */
export function drawBasemap(map: L.Map): () => void {
  const pane = map.getPane('basemap') ?? map.createPane('basemap');
  pane.classList.add(classes.basemap ?? '');
  const ground = L.layerGroup().addTo(map);
  const names = L.layerGroup();
  const asked = new Set<number>();
  let removed = false;

  const look = () => {
    if (map.getZoom() >= NAMES_FROM_ZOOM) names.addTo(map);
    else names.remove();
    if (map.getZoom() < FROM_ZOOM) return;
    const view = map.getBounds().pad(0.2);
    for (const [index, [[west, south, east, north], load]] of states.entries()) {
      if (
        asked.has(index) ||
        !view.intersects([
          [south, west],
          [north, east],
        ])
      )
        continue;
      asked.add(index);
      load()
        .then(({ default: state }) => removed || drawState(state, ground, names))
        // If a state fails to load, the background stays plain there, and the next move retries.
        .catch(() => asked.delete(index));
    }
  };
  map.on('moveend', look);
  look();
  return () => {
    removed = true;
    map.off('moveend', look);
    ground.remove();
    names.remove();
  };
}

function drawState(
  { land, borders, counties }: BasemapState,
  ground: L.LayerGroup,
  names: L.LayerGroup,
): void {
  const quiet = { pane: 'basemap', interactive: false, smoothFactor: 1.5 };
  L.polygon(land.map(unpacked), { ...quiet, className: classes.land ?? '' }).addTo(ground);
  L.polyline(borders.map(unpacked), { ...quiet, className: classes.border ?? '' }).addTo(ground);
  for (const [name, lat, lon] of counties)
    L.marker([lat, lon], {
      pane: 'basemap',
      interactive: false,
      keyboard: false,
      icon: L.divIcon({ className: classes.county ?? '', iconSize: [0, 0], html: `<span>${name}</span>` }),
    }).addTo(names);
}

function unpacked(steps: readonly number[]): L.LatLngTuple[] {
  const line: L.LatLngTuple[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    line.push([y / SCALE, x / SCALE]);
  }
  return line;
}
