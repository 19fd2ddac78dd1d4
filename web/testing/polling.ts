import { keepFresh } from '../src/client/queries.ts';

const { refetchInterval } = keepFresh;

/** Whether screens ask again by the clock, as they do in the product. The next test begins without. */
export function poll(on: boolean): void {
  Object.assign(keepFresh, { refetchInterval: on ? refetchInterval : false });
}
