import { describe, expect, it } from 'vitest';
import {
  aGeocodingService,
  commercialReply,
  openMapReply,
  type Question,
  type Reply,
} from '../../../testing/geocoding-service.ts';
import { askOverHttp, commercialService, openMapService, ServiceUnreachable } from './geocoding-services.ts';

const address = { street: '1 Main St & Co', city: 'Annapolis', state: 'MD', zip: '21401-1234' };
const nothing: Reply = { json: [] };

describe('the commercial service', () => {
  it('receives the address, the country US, and the key', async () => {
    const { service, questions } = await commercial(() => commercialReply(38.978, -76.49));
    expect(await service.findAddress(address)).toEqual({ lat: 38.978, lon: -76.49 });
    expect(questions).toMatchObject([
      {
        path: '/maps/api/geocode/json',
        parameters: {
          address: '1 Main St & Co, Annapolis, MD 21401-1234',
          components: 'country:US',
          key: 'the-key',
        },
      },
    ]);
  });

  it('receives a ZIP code as five digits', async () => {
    const { service, questions } = await commercial(() => commercialReply(38.99, -76.55, 'APPROXIMATE'));
    expect(await service.findZip('21401-1234')).toEqual({ lat: 38.99, lon: -76.55 });
    expect(questions[0]?.parameters.components).toBe('postal_code:21401|country:US');
  });

  it('does not accept the center of a town as an address', async () => {
    const { service } = await commercial(() => commercialReply(38.97, -76.5, 'APPROXIMATE'));
    expect(await service.findAddress(address)).toBeUndefined();
  });

  it.each(['ZERO_RESULTS', 'INVALID_REQUEST'])('finds no place on %s', async (status) => {
    const { service } = await commercial(() => ({ json: { status, results: [] } }));
    expect(await service.findAddress(address)).toBeUndefined();
  });

  it.each(['OVER_QUERY_LIMIT', 'REQUEST_DENIED', 'UNKNOWN_ERROR'])(
    'counts as unreachable on %s',
    async (status) => {
      const { service } = await commercial(() => ({
        json: { status, error_message: 'The key the-key is bad' },
      }));
      const error = await service.findAddress(address).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ServiceUnreachable);
      expect(String(error)).toContain(status);
      expect(String(error)).not.toContain('the-key');
    },
  );
});

describe('the open map service', () => {
  it('receives the parts of the address, limited to the US, with our name', async () => {
    const { service, questions } = await openMap(() => openMapReply('38.978', '-76.49'));
    expect(await service.findAddress(address)).toEqual({ lat: 38.978, lon: -76.49 });
    expect(questions).toEqual([
      {
        path: '/search',
        parameters: {
          street: '1 Main St & Co',
          city: 'Annapolis',
          state: 'Maryland',
          postalcode: '21401-1234',
          countrycodes: 'us',
          format: 'jsonv2',
          limit: '1',
        },
        userAgent: 'Waypost (https://waypost.example.org)',
      },
    ]);
  });

  it('receives a ZIP code as five digits', async () => {
    const { service, questions } = await openMap(() => openMapReply('38.99', '-76.55', 21));
    expect(await service.findZip('21401-1234')).toEqual({ lat: 38.99, lon: -76.55 });
    expect(questions[0]?.parameters).toMatchObject({ postalcode: '21401', countrycodes: 'us' });
  });

  it('accepts a street as an address, but not a town', async () => {
    const { service, fromNowOn } = await openMap(() => openMapReply('38.978', '-76.49', 26));
    expect(await service.findAddress(address)).toBeDefined();
    fromNowOn(() => openMapReply('38.978', '-76.49', 16));
    expect(await service.findAddress(address)).toBeUndefined();
  });

  it('finds no place when there are no results or the request is rejected as invalid', async () => {
    const { service, fromNowOn } = await openMap(() => nothing);
    expect(await service.findAddress(address)).toBeUndefined();
    fromNowOn(() => ({ status: 400, text: 'Bad request' }));
    expect(await service.findAddress(address)).toBeUndefined();
  });
});

describe.each([
  ['the commercial service', commercial],
  ['the open map service', openMap],
])('%s', (_name, make) => {
  it('never receives an invalid ZIP code, which could inject parameters', async () => {
    const { service, questions } = await make(() => nothing);
    for (const zip of ['', '2140', '21401|country:FR', '21401&countrycodes=fr']) {
      expect(await service.findZip(zip)).toBeUndefined();
    }
    expect(questions).toEqual([]);
  });

  it.each([
    ['fails', { status: 500 }],
    ['is overrun', { status: 429 }],
    ['refuses', { status: 403 }],
    ['answers with text', { status: 200, text: '<html>Welcome to our Wi-Fi</html>' }],
    ['answers with half a sentence', { status: 200, text: '{"status":"OK","resul' }],
    ['answers with other JSON', { json: { error: 'no' } }],
    ['answers with nothing', { json: null }],
    ['does not answer', 'silence'],
  ] as [string, Reply][])('is unreachable when it %s', async (_how, reply) => {
    const { service } = await make(() => reply, reply === 'silence' ? impatient : ask);
    await expect(service.findAddress(address)).rejects.toBeInstanceOf(ServiceUnreachable);
    await expect(service.findZip(address.zip)).rejects.toBeInstanceOf(ServiceUnreachable);
  });

  it('counts as unreachable when it returns coordinates outside the globe', async () => {
    const { service, fromNowOn } = await make(() => commercialReply(138, -76));
    await expect(service.findAddress(address)).rejects.toBeInstanceOf(ServiceUnreachable);
    fromNowOn(() => openMapReply('38.9e9', '-76'));
    await expect(service.findAddress(address)).rejects.toBeInstanceOf(ServiceUnreachable);
  });

  it('counts as unreachable when nothing listens, and the error does not name the address', async () => {
    const { service, close } = await make(() => nothing);
    await close();
    const error = await service.findAddress(address).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceUnreachable);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/Main|the-key/);
  });

  it('is not followed when it redirects to another host', async () => {
    const elsewhere = await aGeocodingService(() => openMapReply('1', '1'));
    const { service } = await make(() => ({ status: 302, location: elsewhere.url }));
    await expect(service.findAddress(address)).rejects.toBeInstanceOf(ServiceUnreachable);
    expect(elsewhere.questions).toEqual([]);
  });
});

it('the service can have a path below its host', async () => {
  const server = await aGeocodingService(() => openMapReply('38.978', '-76.49'));
  await openMapService(`${server.url}/maps/`, ask).findAddress(address);
  expect(server.questions[0]?.path).toBe('/maps/search');
});

const userAgent = 'Waypost (https://waypost.example.org)';
const ask = askOverHttp(10_000, userAgent);
const impatient = askOverHttp(50, userAgent);

async function commercial(answer: (question: Question) => Reply, asking = ask) {
  const server = await aGeocodingService(answer);
  return { ...server, service: commercialService(server.url, 'the-key', asking) };
}

async function openMap(answer: (question: Question) => Reply, asking = ask) {
  const server = await aGeocodingService(answer);
  return { ...server, service: openMapService(server.url, asking) };
}
