import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  aGeocodingService,
  commercialReply,
  openMapReply,
  type Question,
  type Reply,
} from '../../../testing/geocoding-service.ts';
import { clockAt } from './clock.ts';
import { type AnswerCache, createFakeGeocoder, createGeocoder, type GeocoderParts } from './geocoder.ts';

const address = { street: '86 Maryland Ave', city: 'Annapolis', state: 'MD', zip: '21401' };
const far = { street: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
const nothing: Reply = { json: [] };
const table = { '21401': { lat: 38.99, lon: -76.55 } } as Record<string, { lat: number; lon: number }>;

describe('the coordinates of an address', () => {
  it('are its own when the service finds it', async () => {
    const { geocoder, questions } = await asking(() => openMapReply('38.979', '-76.489'));
    expect(await geocoder.geocode(address)).toEqual({ lat: 38.979, lon: -76.489, precision: 'address' });
    expect(questions).toHaveLength(1);
  });

  it('are those of its ZIP code when the service finds only that', async () => {
    const { geocoder } = await asking(({ parameters }) =>
      parameters.street === undefined ? openMapReply('38.98', '-76.54', 21) : nothing,
    );
    expect(await geocoder.geocode(address)).toEqual({ lat: 38.98, lon: -76.54, precision: 'zip' });
  });

  it('are those of its ZIP code when there is no street', async () => {
    const { geocoder, questions } = await asking(() => openMapReply('38.98', '-76.54', 30));
    expect(await geocoder.geocode({ ...address, street: ' ' })).toMatchObject({ precision: 'zip' });
    expect(questions).toHaveLength(1);
  });

  it('come from the ZIP table when the service finds neither', async () => {
    const { geocoder } = await asking(() => nothing);
    expect(await geocoder.geocode(address)).toEqual({ lat: 38.99, lon: -76.55, precision: 'zip' });
  });

  it('are not found when neither the service nor the table has them', async () => {
    const { geocoder } = await asking(() => nothing);
    expect(await geocoder.geocode(far)).toBe('not found');
  });
});

describe('the geocoding service', () => {
  it('is the commercial one when it has a key', async () => {
    const { geocoder, questions } = await asking(() => commercialReply(38.979, -76.489), {
      geocoderKey: 'the-key',
    });
    expect(await geocoder.geocode(address)).toMatchObject({ precision: 'address' });
    expect(questions[0]).toMatchObject({ path: '/maps/api/geocode/json', parameters: { key: 'the-key' } });
  });

  it.each([
    [{}, 'https://nominatim.openstreetmap.org/search?'],
    [{ geocoderKey: 'the-key' }, 'https://maps.googleapis.com/maps/api/geocode/json?'],
  ])('is the public one when only %j is configured', async (config, expected) => {
    const asked = withoutNetwork();
    await createGeocoder(parts(config)).geocode(address);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.startsWith(expected)).toBe(true);
  });

  it('is not called when switched off, so no address leaves the server', async () => {
    const asked = withoutNetwork();
    const geocoder = createGeocoder(parts({ geocoderUrl: 'off', geocoderKey: 'the-key' }));
    expect(await geocoder.geocode(address)).toEqual({ lat: 38.99, lon: -76.55, precision: 'zip' });
    expect(await geocoder.geocode(far)).toBe('not found');
    expect(asked).toEqual([]);
  });

  it('receives one request per second if it is the public one, and excess requests use the ZIP table', async () => {
    const asked = withoutNetwork(() => Response.json([{ lat: '38.979', lon: '-76.489', place_rank: 30 }]));
    const waits: number[] = [];
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const geocoder = createGeocoder({ ...parts({}), pause });
    const precisions = await Promise.all(
      [1, 2, 3, 4].map(async (house) => {
        const answer = await geocoder.geocode({ ...address, street: `${house} Main St` });
        return typeof answer === 'string' ? answer : answer.precision;
      }),
    );
    expect(precisions).toEqual(['address', 'address', 'address', 'zip']);
    expect(waits).toEqual([1_000, 2_000]);
    expect(asked).toHaveLength(3);
  });

  it('receives requests without delay if it is self-hosted', async () => {
    const waits: number[] = [];
    const service = await aGeocodingService(() => openMapReply('38.979', '-76.489'));
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const geocoder = createGeocoder({ ...parts({ geocoderUrl: service.url }), pause });
    await Promise.all(
      [1, 2, 3, 4].map((house) => geocoder.geocode({ ...address, street: `${house} Main St` })),
    );
    expect(waits).toEqual([]);
    expect(service.questions).toHaveLength(4);
  });
});

describe('an unreachable service', () => {
  it.each([
    ['fails', { status: 503 }],
    ['sends an invalid response', { status: 200, text: 'no json' }],
    ['does not respond', 'silence'],
  ] as [string, Reply][])('is replaced by the ZIP table when it %s', async (_how, reply) => {
    const { geocoder, questions } = await asking(
      () => reply,
      {},
      reply === 'silence' ? { timeoutMs: 50 } : {},
    );
    expect(await geocoder.geocode(address)).toEqual({ lat: 38.99, lon: -76.55, precision: 'zip' });
    expect(questions, 'a second request would only take more time').toHaveLength(1);
    expect(await geocoder.geocode(far)).toBe('unreachable');
  });

  it('is called again once it is back, because the fallback is not cached', async () => {
    const { geocoder, fromNowOn } = await asking(() => ({ status: 503 }));
    expect(await geocoder.geocode(address)).toMatchObject({ precision: 'zip' });
    fromNowOn(() => openMapReply('38.979', '-76.489'));
    expect(await geocoder.geocode(address)).toMatchObject({ precision: 'address' });
  });

  it('is not called for a while after two failures, and the log names neither address nor key', async () => {
    const { geocoder, questions, clock, wait, lines } = await asking(() => ({ status: 503 }), {
      geocoderKey: 'the-key',
    });
    for (let save = 0; save < 5; save++) await geocoder.geocode(address);
    expect(questions).toHaveLength(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('status 503');
    expect(lines[0]).not.toMatch(/the-key|Maryland Ave/);
    // A clock that is set back does not make the while longer.
    clock.moveBy(-3_600_000);
    wait(60_000);
    await geocoder.geocode(address);
    expect(questions).toHaveLength(3);
  });
});

describe('cached answers', () => {
  it('are reused for an address in any letter case and spacing', async () => {
    const { geocoder, questions } = await asking(() => openMapReply('38.979', '-76.489'));
    const first = await geocoder.geocode(address);
    const second = await geocoder.geocode({ ...address, street: ' 86  MARYLAND ave ', zip: '21401-1991' });
    expect(second).toEqual(first);
    expect(questions).toHaveLength(1);
    await geocoder.geocode({ ...address, street: '87 Maryland Ave' });
    expect(questions).toHaveLength(2);
  });

  it('survive a restart in the cache, under a key that does not reveal the address', async () => {
    const { geocoder, cache, url, questions } = await asking(() => openMapReply('38.979', '-76.489'));
    const first = await geocoder.geocode(address);
    expect([...cache.kept.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const afterwards = createGeocoder(parts({ geocoderUrl: url }, { cache }));
    expect(await afterwards.geocode(address)).toEqual(first);
    expect(questions).toHaveLength(1);
  });

  it('expire after thirty days', async () => {
    const { geocoder, clock, questions } = await asking(() => openMapReply('38.979', '-76.489'));
    await geocoder.geocode(address);
    clock.moveBy(30 * 86_400_000 - 1);
    await geocoder.geocode(address);
    expect(questions).toHaveLength(1);
    clock.moveBy(1);
    await geocoder.geocode(address);
    expect(questions).toHaveLength(2);
  });

  it('keep an address that was not found for an hour, and only in the process', async () => {
    const { geocoder, clock, cache, questions } = await asking(() => nothing);
    await geocoder.geocode(far);
    clock.moveBy(3_600_000 - 1);
    await geocoder.geocode(far);
    expect(questions, 'the address and its ZIP code, once each').toHaveLength(2);
    expect(cache.kept.size).toBe(0);
    clock.moveBy(1);
    await geocoder.geocode(far);
    expect(questions).toHaveLength(4);
  });

  it('of one service are not used for another', async () => {
    const { geocoder, cache } = await asking(() => openMapReply('38.979', '-76.489'));
    await geocoder.geocode(address);
    const other = await asking(() => commercialReply(39, -76), { geocoderKey: 'the-key' }, { cache });
    expect(await other.geocoder.geocode(address)).toMatchObject({ lat: 39 });
  });

  it('are limited in number within the process', async () => {
    const asked = withoutNetwork(() => Response.json([{ lat: '38.979', lon: '-76.489', place_rank: 30 }]));
    const all = parts({ geocoderUrl: 'https://maps.example.org' });
    const geocoder = createGeocoder(all);
    await geocoder.geocode(address);
    for (let house = 1; house <= 1_000; house++)
      await geocoder.geocode({ ...address, street: `${house} Main St` });
    all.cache.kept.clear();
    await geocoder.geocode({ ...address, street: '1 Main St' });
    expect(asked, 'the last thousand are still known').toHaveLength(1_001);
    await geocoder.geocode(address);
    expect(asked).toHaveLength(1_002);
  });

  it('are read from the cache once', async () => {
    const { geocoder, cache, url } = await asking(() => openMapReply('38.979', '-76.489'));
    await geocoder.geocode(address);
    const looked = vi.spyOn(cache, 'get');
    const afterwards = createGeocoder(parts({ geocoderUrl: url }, { cache }));
    await afterwards.geocode(address);
    await afterwards.geocode(address);
    expect(looked).toHaveBeenCalledTimes(1);
  });
});

it('the test geocoder knows places by their street', async () => {
  const geocoder = createFakeGeocoder({ '86 Maryland Ave': { lat: 1, lon: 2, precision: 'address' } });
  expect(await geocoder.geocode(address)).toEqual({ lat: 1, lon: 2, precision: 'address' });
  expect(await geocoder.geocode(far)).toBe('not found');
  expect(geocoder.asked).toEqual([address, far]);
});

async function asking(
  answer: (question: Question) => Reply,
  config: Partial<GeocoderParts['config']> = {},
  more: Parameters<typeof parts>[1] = {},
) {
  const service = await aGeocodingService(answer);
  const all = parts({ geocoderUrl: service.url, ...config }, more);
  return { ...service, ...all, geocoder: createGeocoder(all) };
}

function parts(
  config: Partial<GeocoderParts['config']>,
  more: { cache?: ReturnType<typeof aCache>; timeoutMs?: number } = {},
) {
  const lines: string[] = [];
  let passed = 0;
  return {
    elapsed: () => passed,
    wait: (milliseconds: number) => {
      passed += milliseconds;
    },
    config: { publicUrl: 'https://waypost.example.org', ...config },
    zips: { find: (zip: string) => table[zip], townOf: () => undefined },
    cache: more.cache ?? aCache(),
    clock: clockAt('2026-03-01T12:00:00Z'),
    log: { warn: (line: string) => lines.push(line) },
    lines,
    // Long enough for a busy machine. Only the test of a service that never responds waits for a timeout,
    // with a shorter one.
    timeoutMs: more.timeoutMs ?? 10_000,
  };
}

function aCache() {
  const kept = new Map<string, Parameters<AnswerCache['set']>[1]>();
  const cache: AnswerCache = {
    get: async (hash) => kept.get(hash),
    set: async (hash, place) => {
      kept.set(hash, place);
    },
  };
  return { ...cache, kept };
}

/** Records every URL that would have been fetched. No request leaves this machine. */
function withoutNetwork(answer = (): Response => Response.error()): string[] {
  const asked: string[] = [];
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(String(url));
    return answer();
  });
  onTestFinished(() => network.mockRestore());
  return asked;
}
