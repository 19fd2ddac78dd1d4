declare module 'virtual:basemap' {
  /** The shapes drawn for a state. Lines are deltas in thousandths of a degree, longitude first. */
  export interface BasemapState {
    /** Land, without the lakes in it. */
    land: number[][];
    /** Borders between counties. */
    borders: number[][];
    /** Counties, each with its center in degrees. */
    counties: [name: string, lat: number, lon: number][];
  }

  /**
   * Each state: its bounding box (west, south, east, north, in degrees), and a function that loads its
   * shapes.
   */
  const states: readonly [
    box: readonly [number, number, number, number],
    load: () => Promise<{ default: BasemapState }>,
  ][];
  export default states;
}
