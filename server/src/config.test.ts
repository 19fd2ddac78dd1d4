import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError, loadConfig, readConfig, variableNames } from './config.ts';

describe('without any variable', () => {
  it('serves localhost:3000 with the demo on the embedded database', () => {
    expect(readConfig({})).toEqual({
      environment: 'development',
      host: 'localhost',
      port: 3000,
      dataDir: resolve('data'),
      publicUrl: 'http://localhost:3000',
      mailFrom: 'Waypost <no-reply@localhost>',
      files: { kind: 'folder', path: resolve('data/files') },
      backupsKept: 14,
      mapTilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      demo: true,
      logLevel: 'info',
      trustProxy: false,
      ownersNeedSecondFactor: false,
    });
  });

  it('treats an empty value as absent', () => {
    const empty = { PORT: '', DATABASE_URL: '', SMTP_URL: '', DEMO: '', TRUST_PROXY: '', FILES_URL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe('defaults that depend on other variables', () => {
  it('builds links with the served port', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('sends mail from the public host', () => {
    expect(readConfig({ PUBLIC_URL: 'https://waypost.example.org/' })).toMatchObject({
      publicUrl: 'https://waypost.example.org',
      mailFrom: 'Waypost <no-reply@waypost.example.org>',
    });
  });

  it('keeps uploads below the data folder', () => {
    expect(readConfig({ DATA_DIR: '/srv/waypost' }).files).toEqual({
      kind: 'folder',
      path: '/srv/waypost/files',
    });
  });

  it.each([
    ['with a configured database', { DATABASE_URL: 'postgres://db.example.org/waypost' }],
    ['in production', { NODE_ENV: 'production' }],
    ['on every address of the machine', { HOST: '0.0.0.0' }],
    ['on an address of a network', { HOST: '192.0.2.7' }],
    ['behind a public address', { PUBLIC_URL: 'https://waypost.example.org' }],
    ['behind an address that only looks local', { PUBLIC_URL: 'https://localhost.example.org' }],
    ['behind a name that only begins like a local address', { PUBLIC_URL: 'http://127.0.0.1.example.org' }],
  ])('disables the demo %s unless it is enabled explicitly', (_where, env) => {
    expect(readConfig(env).demo).toBe(false);
    expect(readConfig({ ...env, DEMO: 'on' }).demo).toBe(true);
  });

  it.each([
    { HOST: '127.0.0.1' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://127.0.0.1:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('enables the demo by default only on this machine: %j', (env) => {
    expect(readConfig(env).demo).toBe(true);
  });

  it.each([
    'https://waypost.example.org',
    'http://203.0.113.7',
    'http://[2001:db8::7]:3000',
    'https://localhost.example.org',
    'https://10.example.org',
  ])('refuses the demo in production at the public address %s', (publicUrl) => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: publicUrl };
    expect(problemsOf({ ...env, DEMO: 'on' })).toEqual([
      'DEMO=on is not possible with NODE_ENV=production and a public PUBLIC_URL, because the password of the demo’s accounts is published: set DEMO=off.',
    ]);
    expect(readConfig(env).demo).toBe(false);
  });

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://192.168.1.20:3000',
    'http://10.0.0.4',
    'http://[fd00::1]:3000',
    'http://waypost',
    'http://school.local',
    'https://demo.school.internal',
  ])('allows the demo in production on a private network: %s', (publicUrl) => {
    expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: publicUrl, DEMO: 'on' }).demo).toBe(true);
  });

  it('requires two-step login of SuperAdmins in production, unless it is turned off', () => {
    const isRequired = (env: Record<string, string>) => readConfig(env).ownersNeedSecondFactor;
    expect([isRequired({}), isRequired({ NODE_ENV: 'production' })]).toEqual([false, true]);
    expect(isRequired({ NODE_ENV: 'production', SUPERADMIN_SECOND_FACTOR: 'off' })).toBe(false);
    expect(isRequired({ SUPERADMIN_SECOND_FACTOR: 'on' })).toBe(true);
  });

  it('can disable the demo where it is on by default', () => {
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
  });
});

describe('the meaning of each variable', () => {
  it('reads them all', () => {
    const env = {
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: '80',
      DATABASE_URL: 'postgresql://waypost:secret@db.example.org:5432/waypost?sslmode=require',
      DATABASE_APP_URL: 'postgresql://waypost_app:secret@db.example.org:5432/waypost?sslmode=require',
      SMTP_URL: 'smtps://user:secret@mail.example.org:465',
      MAIL_FROM: 'Work-Based Learning <wbl@example.org>',
      GEOCODER_URL: 'https://maps.example.org',
      GEOCODER_KEY: 'AIza0123456789',
      MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png?key=1',
      SOCIAL_TIMELINE_URL: 'https://social.example.org/embed',
      LOG_LEVEL: 'debug',
      SUPERADMIN_EMAIL: 'owner@example.org',
    };
    expect(readConfig(env)).toMatchObject({
      environment: 'production',
      host: '0.0.0.0',
      port: 80,
      databaseUrl: env.DATABASE_URL,
      databaseAppUrl: env.DATABASE_APP_URL,
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      geocoderUrl: env.GEOCODER_URL,
      geocoderKey: env.GEOCODER_KEY,
      mapTilesUrl: env.MAP_TILES_URL,
      socialTimelineUrl: env.SOCIAL_TIMELINE_URL,
      logLevel: 'debug',
      superAdminEmail: env.SUPERADMIN_EMAIL,
    });
  });

  it.each([
    ['/srv/uploads', { kind: 'folder', path: '/srv/uploads' }],
    ['s3://uploads', { kind: 's3', bucket: 'uploads', prefix: '', region: 'us-east-1' }],
    [
      's3://uploads/way/post/?region=eu-west-1&endpoint=http://minio.local:9000',
      {
        kind: 's3',
        bucket: 'uploads',
        prefix: 'way/post',
        region: 'eu-west-1',
        endpoint: 'http://minio.local:9000',
      },
    ],
  ])('finds the uploads at %s', (value, place) => {
    expect(readConfig({ FILES_URL: value }).files).toEqual(place);
  });

  it("falls back to the object storage's own region variable", () => {
    expect(readConfig({ FILES_URL: 's3://uploads', AWS_REGION: 'us-west-2' }).files).toMatchObject({
      region: 'us-west-2',
    });
  });

  it.each([
    ['off', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', '10.0.0.0/8,::1'],
    ['2001:db8::/32', '2001:db8::/32'],
  ])('trusts the proxies named by %s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected);
  });

  it('can disable geocoding services for every address', () => {
    expect(readConfig({ GEOCODER_URL: 'off' }).geocoderUrl).toBe('off');
  });
});

describe('an invalid value', () => {
  it.each([
    ['NODE_ENV', 'prod'],
    ['HOST', 'two words'],
    ['PORT', '3000x'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '0x50'],
    ['DATA_DIR', 's3://bucket'],
    ['DATABASE_URL', 'mysql://db.example.org/waypost'],
    ['DATABASE_URL', 'waypost'],
    ['PUBLIC_URL', 'waypost.example.org'],
    ['PUBLIC_URL', 'https://example.org/waypost'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['SMTP_URL', 'mail.example.org:25'],
    ['MAIL_FROM', 'Waypost'],
    ['MAIL_FROM', 'Waypost\r\nBcc: all@example.org <no-reply@example.org>'],
    ['FILES_URL', 'ftp://files.example.org'],
    ['FILES_URL', 's3://'],
    ['FILES_URL', 's3://key:secret@bucket'],
    ['FILES_URL', 's3://My_Bucket'],
    ['FILES_URL', 's3://bucket/a prefix'],
    ['FILES_URL', 's3://bucket?acl=public'],
    ['FILES_URL', 's3://bucket?endpoint=minio'],
    ['BACKUP_URL', 'file://elsewhere/backups'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_KEY', 'secret'],
    ['SECRET_KEY', 'secret'],
    ['OLD_SECRET_KEY', 'secret'],
    ['SUPERADMIN_SECOND_FACTOR', 'yes'],
    ['GEOCODER_URL', 'nominatim'],
    ['GEOCODER_KEY', 'a key'],
    ['MAP_TILES_URL', 'https://tiles.example.org/{z}/{x}.png'],
    ['SOCIAL_TIMELINE_URL', 'http://social.example.org'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10/8'],
    ['TRUST_PROXY', '::1/129'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['SEALING_CERTIFICATE', 'https://example.org/sealing.p12'],
    ['SEALING_PASSWORD', 'two\nlines'],
    ['SUPERADMIN_EMAIL', 'owner'],
  ])('of %s (%j) is rejected with its rule and an example', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be .*for example ${name}=\\S.*\\.$`));
  });

  it('is listed together with all others', () => {
    const problems = problemsOf({ PORT: 'a', DEMO: 'b', LOG_LEVEL: 'info' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'DEMO']);
  });

  it('is never printed if it is a secret', () => {
    const secret = 'hunter2-hunter2';
    const problems = problemsOf({
      DATABASE_URL: `mysql://u:${secret}@db.example.org/w`,
      SMTP_URL: `http://u:${secret}@mail.example.org`,
      GEOCODER_KEY: `${secret} `,
      FILES_URL: `s3://key:${secret}@bucket`,
    });
    expect(problems).toHaveLength(4);
    expect(problems.join()).not.toContain(secret);
  });

  it('has a valid example', () => {
    const problems = problemsOf(anyWrongValue);
    expect(problems).toHaveLength(variableNames.length);
    for (const problem of problems) {
      const [, name = '', value = ''] = /for example ([A-Z_]+)=(.*)\.$/.exec(problem) ?? [];
      expect(variableNames).toContain(name);
      expect(() => readConfig({ [name]: value })).not.toThrow();
    }
  });
});

describe('the .env file', () => {
  it('is read from the working directory, and the environment overrides it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-config-'));
    const inFolder = vi.spyOn(process, 'cwd').mockReturnValue(folder);
    onTestFinished(() => {
      inFolder.mockRestore();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    vi.stubEnv('PORT', '4001');
    for (const name of ['MAIL_FROM', 'AWS_ACCESS_KEY_ID']) vi.stubEnv(name, undefined);
    writeFileSync(
      join(folder, '.env'),
      'PORT=4002\n# a remark\nMAIL_FROM="Waypost <wbl@example.org>"\nAWS_ACCESS_KEY_ID=key\n',
    );
    expect(loadConfig()).toMatchObject({ port: 4001, mailFrom: 'Waypost <wbl@example.org>' });
    expect(process.env.AWS_ACCESS_KEY_ID, "for the object storage's client").toBe('key');
  });
});

describe('.env.example', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');

  it('names every variable, each with a valid value', () => {
    const example = parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ''));
    const named = Object.keys(example).filter((name) => !name.startsWith('AWS_'));
    expect(named.sort()).toEqual([...variableNames].sort());
    expect(() => readConfig(example)).not.toThrow();
  });

  it('changes nothing until a line is uncommented', () => {
    expect(parseEnv(text)).toEqual({});
  });
});

const anyWrongValue = {
  NODE_ENV: ' ',
  HOST: ' ',
  PORT: ' ',
  DATA_DIR: '://',
  DATABASE_URL: ' ',
  DATABASE_APP_URL: ' ',
  SEALING_CERTIFICATE: '://',
  SEALING_PASSWORD: '\n',
  PUBLIC_URL: ' ',
  SMTP_URL: ' ',
  MAIL_FROM: ' ',
  FILES_URL: '://',
  BACKUP_URL: 'ftp://backups.example.org',
  BACKUP_KEEP: 'all',
  BACKUP_KEY: 'secret',
  SECRET_KEY: 'secret',
  OLD_SECRET_KEY: 'secret',
  SUPERADMIN_SECOND_FACTOR: ' ',
  GEOCODER_URL: ' ',
  GEOCODER_KEY: ' ',
  MAP_TILES_URL: ' ',
  SOCIAL_TIMELINE_URL: ' ',
  DEMO: ' ',
  LOG_LEVEL: ' ',
  TRUST_PROXY: ' ',
  SUPERADMIN_EMAIL: ' ',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
