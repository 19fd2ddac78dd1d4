import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BasemapState } from 'virtual:basemap';
import { merge, mesh } from 'topojson-client';
import type { Plugin } from 'vite';

type Area = Exclude<Parameters<typeof merge>[1], { type: 'GeometryCollection' }>[number] & {
  properties: { name: string };
};
type Counties = Parameters<typeof mesh>[0] & { objects: { counties: { geometries: Area[] } } };

const INDEX = 'virtual:basemap';
const SCALE = 1000;

/**
 * The coast and counties of the United States (Census Bureau, prepared by us-atlas), one module per state,
 * so that a phone loads only the states its map shows.
 */
export function basemap(): Plugin {
  let states: Map<string, BasemapState> | undefined;
  return {
    name: 'basemap',
    resolveId: (id) => (id.startsWith(INDEX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${INDEX}`)) return null;
      states ??= readStates();
      const code = id.slice(INDEX.length + 2);
      if (code) return `export default ${JSON.stringify(states.get(code))};`;
      const rows = [...states].map(
        ([key, { land }]) => `[${JSON.stringify(boxOf(land))},()=>import('${INDEX}/${key}')]`,
      );
      return `export default [${rows.join(',\n')}];`;
    },
  };
}

function readStates(): Map<string, BasemapState> {
  const path = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const topology = JSON.parse(readFileSync(path, 'utf8')) as Counties;
  const byState = new Map<string, Area[]>();
  for (const area of topology.objects.counties.geometries) {
    const code = `/${`${area.id}`.slice(0, 2)}`;
    byState.set(code, [...(byState.get(code) ?? []), area]);
  }
  return new Map([...byState].map(([code, areas]) => [code, toState(topology, areas)]));
}

function toState(topology: Counties, areas: Area[]): BasemapState {
  const within = { type: 'GeometryCollection' as const, geometries: areas };
  return {
    land: outlines(topology, areas).map(packed),
    borders: mesh(topology, within, (one, other) => one !== other).coordinates.map(packed),
    counties: areas.map((area) => {
      const largest = outlines(topology, [area]).reduce((one, other) =>
        other.length > one.length ? other : one,
      );
      const middle = (axis: 0 | 1) => {
        const values = largest.map((point) => point[axis] ?? 0);
        return Math.round(((Math.min(...values) + Math.max(...values)) / 2) * SCALE) / SCALE;
      };
      return [area.properties.name, middle(1), middle(0)];
    }),
  };
}

const outlines = (topology: Counties, areas: Area[]) =>
  merge(topology, areas).coordinates.map(([outline = []]) => outline);

/**
 * Encodes a line as its first point and deltas. Points that round to the same place as the previous one are
 * left out.
 */
function packed(line: number[][]): number[] {
  const steps: number[] = [];
  let [x, y] = [0, 0];
  for (const [lon = 0, lat = 0] of line) {
    const [nextX, nextY] = [Math.round(lon * SCALE), Math.round(lat * SCALE)];
    if (steps.length > 0 && nextX === x && nextY === y) continue;
    steps.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return steps;
}

/** A state's bounding box in degrees: west, south, east, north. */
function boxOf(land: number[][]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const line of land) {
    let [x, y] = [0, 0];
    for (let at = 0; at < line.length; at += 2) {
      x += line[at] ?? 0;
      y += line[at + 1] ?? 0;
      box[0] = Math.min(box[0], x / SCALE);
      box[1] = Math.min(box[1], y / SCALE);
      box[2] = Math.max(box[2], x / SCALE);
      box[3] = Math.max(box[3], y / SCALE);
    }
  }
  return box;
}
