import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Clock } from './clock.ts';
import {
  type Address,
  askOverHttp,
  commercialService,
  type GeocodingService,
  openMapService,
  ServiceUnreachable,
} from './geocoding-services.ts';
import { type Elapsed, withCircuitBreaker, withPacing } from './pacing.ts';
import { fiveDigits, type Point, type ZipTable } from './zip-table.ts';

export type { Address } from './geocoding-services.ts';

/** The coordinates of an address or of the center of its ZIP code's area, in degrees (WGS 84). */
export interface FoundPlace extends Point {
  precision: 'address' | 'zip';
}

/** `unreachable`: no service answered and the ZIP table does not have the ZIP, so trying later may help. */
export type GeocodeAnswer = FoundPlace | 'not found' | 'unreachable';

export interface Geocoder {
  /** Never throws when a service fails. Takes at most about ten seconds (docs/behavior/outside.md#geocoding). */
  geocode(address: Address): Promise<GeocodeAnswer>;
  /**
   * The center of a ZIP code's area, from the table only: for thousands of addresses, without calling a
   * service.
   */
  areaOf(zip: string): Point | undefined;
  /** The name of a ZIP code's town, from the table only. */
  townOf(zip: string): string | undefined;
}

/** Stores found places across restarts. `hash` reveals nothing about the address. */
export interface AnswerCache {
  get(hash: string): Promise<(FoundPlace & { answeredAt: Date }) | undefined>;
  set(hash: string, place: FoundPlace & { answeredAt: Date }): Promise<void>;
}

export interface GeocoderParts {
  config: Pick<Config, 'geocoderUrl' | 'geocoderKey' | 'publicUrl'>;
  zips: ZipTable;
  cache: AnswerCache;
  clock: Clock;
  log: { warn(line: string): void };
  /** Milliseconds after which a service counts as unreachable. */
  timeoutMs?: number;
  /** Replaced in tests. */
  elapsed?: Elapsed;
  /** Waits this many milliseconds; replaced in tests. */
  pause?: (milliseconds: number) => Promise<void>;
}

const COMMERCIAL_HOST = 'https://maps.googleapis.com';
const OPEN_MAP_HOST = 'https://nominatim.openstreetmap.org';

/**
 * Finds the coordinates of the address, otherwise of its ZIP code: from the commercial service if it has a
 * key, otherwise from the open map service. Falls back to the ZIP table if the service finds nothing, cannot
 * be reached or is switched off.
 */
export function createGeocoder(parts: GeocoderParts): Geocoder {
  const { zips, clock, log, elapsed = () => performance.now() } = parts;
  const service = chooseService(parts, elapsed);
  const answers = cacheAnswers(parts.cache, clock);
  const unlessResting = withCircuitBreaker(elapsed, (reason) =>
    log.warn(
      `The geocoding service is left alone for a minute (${reason}); ZIP codes alone place addresses.`,
    ),
  );

  const fromTable = (zip: string): FoundPlace | undefined => {
    const point = zips.find(zip);
    return point && { ...point, precision: 'zip' };
  };

  return {
    areaOf: zips.find,
    townOf: zips.townOf,
    geocode: async (address) => {
      if (service === undefined) return fromTable(address.zip) ?? 'not found';
      const hash = hashOf(service.name, address);
      const known = await answers.get(hash);
      if (known !== undefined) return known;
      try {
        const found = await unlessResting(() => askService(service, address));
        const answer = found ?? fromTable(address.zip) ?? 'not found';
        await answers.keep(hash, answer);
        return answer;
      } catch (error) {
        if (!(error instanceof ServiceUnreachable)) throw error;
        // Not cached: the service may know better once it is back.
        return fromTable(address.zip) ?? 'unreachable';
      }
    },
  };
}

/** The fake: knows places by their street and the area of one ZIP code, and records the requests. */
export function createFakeGeocoder(places: Record<string, GeocodeAnswer>): Geocoder & { asked: Address[] } {
  const asked: Address[] = [];
  return {
    asked,
    areaOf: (zip) => (fiveDigits(zip) === '21401' ? { lat: 38.98, lon: -76.5 } : undefined),
    townOf: (zip) => (fiveDigits(zip) === '21401' ? 'Annapolis' : undefined),
    geocode: async (address) => {
      asked.push(address);
      return places[address.street] ?? 'not found';
    },
  };
}

function chooseService(parts: GeocoderParts, elapsed: Elapsed): GeocodingService | undefined {
  const { config, timeoutMs = 3_000, pause = (milliseconds) => setTimeout(milliseconds) } = parts;
  const { geocoderUrl, geocoderKey, publicUrl } = config;
  if (geocoderUrl === 'off') return undefined;
  const ask = askOverHttp(timeoutMs, `Waypost (${publicUrl})`);
  if (geocoderKey !== undefined) return commercialService(geocoderUrl ?? COMMERCIAL_HOST, geocoderKey, ask);
  if (geocoderUrl !== undefined) return openMapService(geocoderUrl, ask);
  // The public service allows one request a second.
  const politely = withPacing(ask, { everyMs: 1_000, maxWaitMs: 2_000, elapsed, pause });
  return openMapService(OPEN_MAP_HOST, politely);
}

async function askService(service: GeocodingService, address: Address): Promise<FoundPlace | undefined> {
  // Without a street, a service would return the middle of the town.
  const point = address.street.trim() === '' ? undefined : await service.findAddress(address);
  if (point !== undefined) return { ...point, precision: 'address' };
  const area = await service.findZip(address.zip);
  return area && { ...area, precision: 'zip' };
}

/** Streets get built and ZIP codes redrawn, and the commercial service allows caching for 30 days. */
const CACHED_FOR_MS = 30 * 24 * 60 * 60 * 1_000;
const NOT_FOUND_CACHED_FOR_MS = 60 * 60 * 1_000;
const CACHED_IN_PROCESS = 1_000;

/** Caches recent answers in the process, and found ones in the persistent cache too. */
function cacheAnswers(cache: AnswerCache, clock: Clock) {
  const recent = new Map<string, { answer: FoundPlace | 'not found'; until: number }>();
  const remember = (hash: string, answer: FoundPlace | 'not found', answeredAt: Date) => {
    const lifetime = answer === 'not found' ? NOT_FOUND_CACHED_FOR_MS : CACHED_FOR_MS;
    recent.delete(hash);
    recent.set(hash, { answer, until: answeredAt.getTime() + lifetime });
    const [oldest] = recent.keys();
    if (recent.size > CACHED_IN_PROCESS && oldest !== undefined) recent.delete(oldest);
  };
  return {
    get: async (hash: string): Promise<FoundPlace | 'not found' | undefined> => {
      const now = clock.now().getTime();
      const near = recent.get(hash);
      if (near !== undefined && now < near.until) return near.answer;
      const kept = await cache.get(hash);
      if (kept === undefined || now >= kept.answeredAt.getTime() + CACHED_FOR_MS) return undefined;
      const { answeredAt, ...place } = kept;
      remember(hash, place, answeredAt);
      return place;
    },
    keep: async (hash: string, answer: FoundPlace | 'not found'): Promise<void> => {
      const answeredAt = clock.now();
      remember(hash, answer, answeredAt);
      if (answer !== 'not found') await cache.set(hash, { ...answer, answeredAt });
    },
  };
}

/** Addresses that differ only in case and spaces are the same. */
function hashOf(service: string, { street, city, state, zip }: Address): string {
  const parts = [service, street, city, state, zip.slice(0, 5)];
  const plain = parts.map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase());
  return createHash('sha256').update(plain.join('\n')).digest('hex');
}
