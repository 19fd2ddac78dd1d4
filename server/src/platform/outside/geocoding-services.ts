import { states } from '@waypost/contract/states';
import * as z from 'zod';
import { fiveDigits, type Point } from './zip-table.ts';

/** An address in the US; `state` is its two-letter code. */
export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** A geocoding service. Both methods throw `ServiceUnreachable`. */
export interface GeocodingService {
  /** Part of the cache key, so switching to a better service looks addresses up again. */
  name: string;
  /** The coordinates of the house or at least its street, never just of its town. */
  findAddress(address: Address): Promise<Point | undefined>;
  findZip(zip: string): Promise<Point | undefined>;
}

/** No answer, or an unusable one. The reason contains neither the address nor the key. */
export class ServiceUnreachable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ServiceUnreachable';
  }
}

/** Fetches JSON; undefined if the service rejects the request as invalid. Throws `ServiceUnreachable`. */
export type Ask = (url: URL) => Promise<unknown>;

/**
 * Sends an HTTP request and gives up after `timeoutMs` milliseconds. Does not follow redirects, because the
 * host is configured.
 */
export function askOverHttp(timeoutMs: number, userAgent: string): Ask {
  return async (url) => {
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', 'user-agent': userAgent },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 400) return undefined;
      if (!response.ok) throw new ServiceUnreachable(`it answered with status ${response.status}`);
      return await response.json();
    } catch (error) {
      throw error instanceof ServiceUnreachable ? error : new ServiceUnreachable(reasonOf(error));
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it did not answer in time';
  return 'it cannot be reached';
}

/** The commercial service: the protocol of the Google Maps Geocoding API. */
export function commercialService(host: string, key: string, ask: Ask): GeocodingService {
  const find = async (
    question: Record<string, string>,
    isGoodEnough: (place: CommercialPlace) => boolean,
  ) => {
    const url = endpoint(host, 'maps/api/geocode/json', { ...question, key });
    const answer = understand(CommercialAnswer, await ask(url));
    if (answer === undefined || meaningNothing.has(answer.status)) return undefined;
    if (answer.status !== 'OK') throw new ServiceUnreachable(`it answered ${answer.status}`);
    const place = answer.results.find(isGoodEnough);
    return place && { lat: place.geometry.location.lat, lon: place.geometry.location.lng };
  };
  return {
    name: 'commercial',
    findAddress: ({ street, city, state, zip }) =>
      find(
        { address: `${street}, ${city}, ${state} ${zip}`, components: 'country:US' },
        ({ geometry }) => geometry.location_type !== 'APPROXIMATE',
      ),
    findZip: async (zip) => {
      const five = fiveDigits(zip);
      return five === undefined
        ? undefined
        : find({ components: `postal_code:${five}|country:US` }, () => true);
    },
  };
}

/** The open map service: the protocol of Nominatim. */
export function openMapService(host: string, ask: Ask): GeocodingService {
  const find = async (question: Record<string, string>, isGoodEnough: (place: OpenMapPlace) => boolean) => {
    const url = endpoint(host, 'search', { ...question, countrycodes: 'us', format: 'jsonv2', limit: '1' });
    const place = understand(OpenMapAnswer, await ask(url))?.find(isGoodEnough);
    return place && { lat: place.lat, lon: place.lon };
  };
  return {
    name: 'open map',
    findAddress: ({ street, city, state, zip }) =>
      find(
        { street, city, state: nameOfState(state), postalcode: zip },
        ({ place_rank }) => place_rank >= RANK_OF_STREETS,
      ),
    findZip: async (zip) => {
      const five = fiveDigits(zip);
      return five === undefined ? undefined : find({ postalcode: five }, () => true);
    },
  };
}

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const CommercialAnswer = z.object({
  status: z.string().regex(/^[A-Z_]{1,40}$/),
  results: z
    .array(
      z.object({
        geometry: z.object({
          location: z.object({ lat: latitude, lng: longitude }),
          location_type: z.string(),
        }),
      }),
    )
    .default([]),
});
type CommercialPlace = z.infer<typeof CommercialAnswer>['results'][number];

const meaningNothing = new Set(['ZERO_RESULTS', 'INVALID_REQUEST']);

const OpenMapAnswer = z.array(
  z.object({
    lat: decimal().pipe(latitude),
    lon: decimal().pipe(longitude),
    place_rank: z.number(),
  }),
);
type OpenMapPlace = z.infer<typeof OpenMapAnswer>[number];

/** The open map ranks places by size: towns 16 to 20, streets 26, houses 30. */
const RANK_OF_STREETS = 26;

function decimal() {
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number);
}

function understand<Answer>(schema: z.ZodType<Answer>, answer: unknown): Answer | undefined {
  if (answer === undefined) return undefined;
  const read = schema.safeParse(answer);
  if (!read.success) throw new ServiceUnreachable('its answer cannot be understood');
  return read.data;
}

function endpoint(host: string, path: string, question: Record<string, string>): URL {
  const url = new URL(`${host.replace(/\/+$/, '')}/${path}`);
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value);
  return url;
}

function nameOfState(code: string): string {
  return new Map<string, string>(Object.entries(states)).get(code) ?? code;
}
