import type { YearSoFar } from '@waypost/contract/oversight/reports/calls';

/** This school year and the last one, with two weeks each. */
export const aYear = (): YearSoFar => ({
  from: '2025-07-01',
  applications: { this_year: 120, last_year: 90 },
  placements: { this_year: 30, last_year: 25 },
  hours: { this_year: 1200.5, last_year: 900 },
  weeks: [
    { monday: '2026-02-23', this_year: 10, last_year: 8 },
    { monday: '2026-03-02', this_year: 7.5, last_year: 6 },
  ],
});
