declare module 'virtual:basemap' {
  /** What the map draws of a state. Lines are steps of thousandths of a degree, longitude before latitude. */
  export interface BasemapState {
    /** Its land. Lakes within it are left out. */
    land: number[][];
    /** Where its counties meet. */
    borders: number[][];
    /** Its counties, with a point in their middle, in degrees. */
    counties: [name: string, lat: number, lon: number][];
  }

  /** Each state: its box (west, south, east, north, in degrees), and what loads it. */
  const states: readonly [
    box: readonly [number, number, number, number],
    load: () => Promise<{ default: BasemapState }>,
  ][];
  export default states;
}
