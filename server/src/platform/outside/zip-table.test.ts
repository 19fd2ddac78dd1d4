import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bayZips } from './bay-zips.ts';
import { addZips, openZipTable } from './zip-table.ts';

// The bureau's format: padded, with land and water areas in between, and bars instead of tabs since 2025.
const in2024 = [
  'GEOID\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLAT\tINTPTLONG                                ',
  '00601\t166836392\t798613\t64.416\t0.308\t18.180555\t-66.749961                                ',
  '21401\t1\t1\t1\t1\t38.123456\t-76.654321                                ',
  '',
].join('\r\n');
const in2025 = [
  'GEOID|GEOIDFQ|ALAND|AWATER|ALAND_SQMI|AWATER_SQMI|INTPTLAT|INTPTLONG',
  '00601|860Z200US00601|166836392|798613|64.416|0.308|18.180555|-66.749961',
  '21401|860Z200US21401|1|1|1|1|38.123456|-76.654321',
].join('\n');

describe('without a gazetteer', () => {
  it("knows only the demo's places", async () => {
    const zips = await openZipTable(await aFolder());
    expect(zips.find('21401')).toEqual({ lat: 38.991, lon: -76.55 });
    expect(zips.find('10001')).toBeUndefined();
    expect([zips.townOf(' 21401-0042 '), zips.townOf('10001'), zips.townOf('')]).toEqual([
      'Annapolis',
      undefined,
      undefined,
    ]);
  });

  it('accepts ZIP+4 and surrounding blanks, and nothing that only resembles a ZIP code', async () => {
    const zips = await openZipTable(await aFolder());
    expect(zips.find(' 21401-0042 ')).toEqual(zips.find('21401'));
    for (const zip of ['', '2140', '214011', '21401-', '21401 x', '__proto__', 'constructor']) {
      expect(zips.find(zip), zip).toBeUndefined();
    }
  });

  it('has only places around the bay', () => {
    for (const [zip, { place, lat, lon }] of Object.entries(bayZips)) {
      expect(zip).toMatch(/^2[01]\d{3}$/);
      expect(place).not.toBe('');
      expect(lat).toBeGreaterThan(38.2);
      expect(lat).toBeLessThan(39.6);
      expect(lon).toBeGreaterThan(-76.9);
      expect(lon).toBeLessThan(-75.5);
    }
  });
});

describe.each([
  ['2024', in2024],
  ['2025', in2025],
])('with the gazetteer of %s', (_year, gazetteer) => {
  it("prefers its places over the demo's approximate ones, and keeps the demo's others", async () => {
    const dataDir = join(await aFolder(), 'not', 'made', 'yet');
    expect(await addZips(gazetteer, dataDir)).toBe(2);
    const zips = await openZipTable(dataDir);
    expect(zips.find('00601')).toEqual({ lat: 18.180555, lon: -66.749961 });
    expect(zips.find('21401')).toEqual({ lat: 38.123456, lon: -76.654321 });
    expect(zips.find('21403')).toEqual({ lat: 38.952, lon: -76.491 });
  });
});

describe('a file that is no gazetteer', () => {
  it.each([
    ['empty', '', /^This is not the ZIP gazetteer: its first line names no .*\.$/],
    ['of other columns', 'zip,lat,lon\n21401,38.9,-76.5\n', /: its first line names no .*\.$/],
    [
      'without a line that holds a place',
      'GEOID\tINTPTLAT\tINTPTLONG\n21401\tnorth\twest\n21402\t90.5\t-76\n21403\t38\t-180.5\n',
      /: no line of it holds .*\.$/,
    ],
  ])('refuses a file %s with one sentence and keeps the earlier gazetteer', async (_how, text, sentence) => {
    const dataDir = await aFolder();
    await addZips(in2024, dataDir);
    await expect(addZips(text, dataDir)).rejects.toThrow(sentence);
    expect((await openZipTable(dataDir)).find('00601')).toBeDefined();
    expect(await readdir(dataDir), 'no draft is left').toHaveLength(1);
  });
});

it('replaces an earlier gazetteer', async () => {
  const dataDir = await aFolder();
  await addZips(in2024, dataDir);
  await addZips('GEOID\tINTPTLAT\tINTPTLONG\n10001\t40.75\t-73.99\n', dataDir);
  const zips = await openZipTable(dataDir);
  expect([zips.find('10001'), zips.find('00601')]).toEqual([{ lat: 40.75, lon: -73.99 }, undefined]);
});

it('refuses to start when the added places cannot be read', async () => {
  const folder = await aFolder();
  await writeFile(join(folder, 'data'), '');
  await expect(openZipTable(join(folder, 'data'))).rejects.toThrow();
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-zips-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
