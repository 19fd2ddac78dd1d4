import type { StateCode } from './states.ts';

/** The ranges of the first three digits of each state's ZIP codes, without military and federal ones. */
const ranges: [from: number, to: number, state: StateCode][] = [
  ...ofState('NY', [5, 5], [100, 149]),
  ...ofState('MA', [10, 27], [55, 55]),
  ...ofState('RI', [28, 29]),
  ...ofState('NH', [30, 38]),
  ...ofState('ME', [39, 49]),
  ...ofState('VT', [50, 54], [56, 59]),
  ...ofState('CT', [60, 69]),
  ...ofState('NJ', [70, 89]),
  ...ofState('PA', [150, 196]),
  ...ofState('DE', [197, 199]),
  ...ofState('DC', [200, 200], [202, 205]),
  ...ofState('MD', [206, 219]),
  ...ofState('VA', [201, 201], [220, 246]),
  ...ofState('WV', [247, 268]),
  ...ofState('NC', [270, 289]),
  ...ofState('SC', [290, 299]),
  ...ofState('GA', [300, 319], [398, 399]),
  ...ofState('FL', [320, 339], [341, 349]),
  ...ofState('AL', [350, 369]),
  ...ofState('TN', [370, 385]),
  ...ofState('MS', [386, 397]),
  ...ofState('KY', [400, 427]),
  ...ofState('OH', [430, 459]),
  ...ofState('IN', [460, 479]),
  ...ofState('MI', [480, 499]),
  ...ofState('IA', [500, 528]),
  ...ofState('WI', [530, 549]),
  ...ofState('MN', [550, 567]),
  ...ofState('SD', [570, 577]),
  ...ofState('ND', [580, 588]),
  ...ofState('MT', [590, 599]),
  ...ofState('IL', [600, 629]),
  ...ofState('MO', [630, 658]),
  ...ofState('KS', [660, 679]),
  ...ofState('NE', [680, 693]),
  ...ofState('LA', [700, 714]),
  ...ofState('AR', [716, 729]),
  ...ofState('OK', [730, 732], [734, 749]),
  ...ofState('TX', [733, 733], [750, 799], [885, 885]),
  ...ofState('CO', [800, 816]),
  ...ofState('WY', [820, 831]),
  ...ofState('ID', [832, 838]),
  ...ofState('UT', [840, 847]),
  ...ofState('AZ', [850, 865]),
  ...ofState('NM', [870, 884]),
  ...ofState('NV', [889, 898]),
  ...ofState('CA', [900, 961]),
  ...ofState('HI', [967, 968]),
  ...ofState('OR', [970, 979]),
  ...ofState('WA', [980, 994]),
  ...ofState('AK', [995, 999]),
];

function ofState(state: StateCode, ...spans: [number, number][]): [number, number, StateCode][] {
  return spans.map(([from, to]) => [from, to, state]);
}

/** The state of a ZIP code by its first three digits; undefined for a territory, the military, or no ZIP code. */
export function stateOfZip(zip: string): StateCode | undefined {
  if (!/^\d{5}/.test(zip)) return undefined;
  const area = Number(zip.slice(0, 3));
  return ranges.find(([from, to]) => from <= area && area <= to)?.[2];
}
