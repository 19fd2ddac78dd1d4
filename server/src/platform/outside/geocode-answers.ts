import type { Pool } from 'pg';
import type { AnswerCache } from './geocoder.ts';

/**
 * Geocoding results that survive a restart and are shared by all servers: addresses by their hash, not tied to a
 * person.
 */
export function cacheGeocodeAnswers(pool: Pool): AnswerCache {
  return {
    get: async (hash) => {
      const { rows } = await pool.query({
        name: 'find_geocode_answer',
        text: 'select lat, lon, precision, answered_at from geocode_answers where query_hash = $1',
        values: [hash],
      });
      const [row] = rows;
      return row && { lat: row.lat, lon: row.lon, precision: row.precision, answeredAt: row.answered_at };
    },
    set: async (hash, { lat, lon, precision, answeredAt }) => {
      await pool.query({
        name: 'keep_geocode_answer',
        text: `insert into geocode_answers (query_hash, lat, lon, precision, answered_at) values ($1, $2, $3, $4, $5)
          on conflict (query_hash) do update
            set lat = $2, lon = $3, precision = $4, answered_at = $5
            where geocode_answers.answered_at < $5`,
        values: [hash, lat, lon, precision, answeredAt],
      });
    },
  };
}
