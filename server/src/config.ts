import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import {
  type FilesPlace,
  readAddress,
  readBackupPlace,
  readFilesPlace,
  readHost,
  readOrigin,
  readPath,
  readPort,
  readProxies,
  readSender,
  readTiles,
  readUrl,
} from './config-values.ts';
import { isPublic, isThisMachine } from './platform/access/addresses.ts';

/** Every setting, validated and typed. An absent one is not configured. */
export interface Config {
  environment: 'production' | 'development' | 'test';
  host: string;
  port: number;
  /** Absolute path; contains the embedded database, uploads and the outbox. */
  dataDir: string;
  databaseUrl?: string;
  /** The same database with a separate login for requests. */
  databaseAppUrl?: string;
  /** Origin without a trailing slash, as people type it: the base URL of every link in an email. */
  publicUrl: string;
  smtpUrl?: string;
  mailFrom: string;
  files: FilesPlace;
  /** Where the daily backup is stored; without it there are no backups. */
  backups?: FilesPlace;
  /** How many backups are kept. */
  backupsKept: number;
  /** The 32-byte key that encrypts backups. */
  backupKey?: Buffer;
  /** The 32-byte key that encrypts secrets in the database; without it, the key of a file in `dataDir`. */
  secretKey?: Buffer;
  /** A key that SECRET_KEY replaces. */
  oldSecretKey?: Buffer;
  /** Whether SuperAdmins must use two-step login. */
  ownersNeedSecondFactor: boolean;
  /** The address of another service; `off` sends no address to any service. */
  geocoderUrl?: string;
  geocoderKey?: string;
  mapTilesUrl: string;
  socialTimelineUrl?: string;
  demo: boolean;
  logLevel: (typeof logLevels)[number];
  /** `false`, the number of proxies in front, or their addresses: Fastify's `trustProxy`. */
  trustProxy: false | number | string;
  /** The operator's own certificate and key for sealing documents; without it, the installation makes one. */
  sealing?: { file: string; password: string };
  /** The email of the first SuperAdmin of an empty database, who is invited by a mailed link. */
  superAdminEmail?: string;
}

/** Why the server cannot start, in one sentence for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** Aborts the start: one sentence for each invalid variable, never with its value. */
export class ConfigError extends CannotStart {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads `.env` in the working directory and the environment, which takes precedence. Throws `ConfigError`. */
export function loadConfig(): Config {
  const file = resolve('.env');
  const kept = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  // Copied to the environment, because the object storage's client reads its keys there.
  Object.assign(process.env, { ...kept, ...process.env });
  return readConfig(process.env);
}

/** Reads any set of variables; an empty value counts as absent. Throws `ConfigError`. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = Environment.safeParse(given);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  return complete(read.data, env.AWS_REGION);
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const environments = ['production', 'development', 'test'] as const;
const switchPositions = ['on', 'off'] as const;

const Environment = z.object({
  NODE_ENV: oneOf(environments, 'NODE_ENV=production').default('development'),
  HOST: variable(
    'must be a host name or an address to listen on, for example HOST=0.0.0.0.',
    readHost,
  ).default('localhost'),
  PORT: variable('must be a whole number from 1 to 65535, for example PORT=3000.', readPort).default(3000),
  DATA_DIR: variable(
    'must be the path of a folder, for example DATA_DIR=/var/lib/waypost.',
    readPath,
  ).default(() => resolve('data')),
  DATABASE_URL: variable(
    'must be the URL of a PostgreSQL database, for example DATABASE_URL=postgres://waypost:password@db.example.org:5432/waypost.',
    (value) => readUrl(value, ['postgres:', 'postgresql:']),
  ).optional(),
  DATABASE_APP_URL: variable(
    'must be the URL of the database of DATABASE_URL with the login for requests, for example DATABASE_APP_URL=postgres://waypost_app:password@db.example.org:5432/waypost.',
    (value) => readUrl(value, ['postgres:', 'postgresql:']),
  ).optional(),
  PUBLIC_URL: variable(
    'must be the http or https address that people open, without a path, for example PUBLIC_URL=https://waypost.example.org.',
    readOrigin,
  ).optional(),
  SMTP_URL: variable(
    'must be the URL of a mail server, for example SMTP_URL=smtps://user:password@mail.example.org:465.',
    (value) => readUrl(value, ['smtp:', 'smtps:']),
  ).optional(),
  MAIL_FROM: variable(
    'must be a mail address, with or without a name, for example MAIL_FROM=Waypost <no-reply@example.org>.',
    readSender,
  ).optional(),
  FILES_URL: variable(
    'must be a folder or a bucket (its keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY), for example FILES_URL=s3://bucket/waypost?region=us-east-1&endpoint=https://s3.example.org.',
    readFilesPlace,
  ).optional(),
  BACKUP_URL: variable(
    'must be a folder or a bucket that backups are kept in, for example BACKUP_URL=file:///var/backups/waypost.',
    readBackupPlace,
  ).optional(),
  BACKUP_KEEP: variable(
    'must be how many backups are kept, from 1 to 999, for example BACKUP_KEEP=14.',
    (value) => (/^[1-9]\d{0,2}$/.test(value) ? Number(value) : undefined),
  ).default(14),
  BACKUP_KEY: aKey('BACKUP_KEY').optional(),
  SECRET_KEY: aKey('SECRET_KEY').optional(),
  OLD_SECRET_KEY: aKey('OLD_SECRET_KEY').optional(),
  SUPERADMIN_SECOND_FACTOR: oneOf(switchPositions, 'SUPERADMIN_SECOND_FACTOR=on').optional(),
  GEOCODER_URL: variable(
    'must be the http or https address of a geocoding service, or off, for example GEOCODER_URL=https://nominatim.example.org.',
    (value) => (value === 'off' ? value : readUrl(value, ['http:', 'https:'])),
  ).optional(),
  GEOCODER_KEY: variable(
    'must be the key of the commercial geocoding service, without spaces, for example GEOCODER_KEY=AIza0123456789.',
    (value) => (/^[\x21-\x7e]+$/.test(value) ? value : undefined),
  ).optional(),
  MAP_TILES_URL: variable(
    'must be an http or https address that holds {z}, {x} and {y}, for example MAP_TILES_URL=https://tile.example.org/{z}/{x}/{y}.png.',
    readTiles,
  ).default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  SOCIAL_TIMELINE_URL: variable(
    'must be an https address that may be shown in a frame, for example SOCIAL_TIMELINE_URL=https://social.example.org/embed/schools.',
    (value) => readUrl(value, ['https:']),
  ).optional(),
  DEMO: oneOf(switchPositions, 'DEMO=off').optional(),
  LOG_LEVEL: oneOf(logLevels, 'LOG_LEVEL=info').default('info'),
  TRUST_PROXY: variable(
    'must be off, the number of proxies in front (1 to 9) or their addresses, for example TRUST_PROXY=10.0.0.0/8,127.0.0.1.',
    readProxies,
  ).default(false),
  SEALING_CERTIFICATE: variable(
    'must be the path of a .p12 file with a certificate and its key, for example SEALING_CERTIFICATE=/etc/waypost/sealing.p12.',
    readPath,
  ).optional(),
  SEALING_PASSWORD: variable(
    'must be the password of the file of SEALING_CERTIFICATE, in one line, for example SEALING_PASSWORD=secret.',
    (value) => (/[\r\n]/.test(value) ? undefined : value),
  ).optional(),
  SUPERADMIN_EMAIL: variable(
    'must be a mail address, for example SUPERADMIN_EMAIL=owner@example.org.',
    readAddress,
  ).optional(),
});

/** The names of all variables, for their documentation. */
export const variableNames: readonly string[] = Object.keys(Environment.shape);

/** A variable that `read` parses. If it returns undefined, the server does not start and prints `rule`. */
function variable<Value>(rule: string, read: (value: string) => Value | undefined) {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(rule);
    return z.NEVER;
  });
}

function aKey(name: string) {
  return variable(
    `must be 64 hexadecimal digits (openssl rand -hex 32), for example ${name}=${'0123456789abcdef'.repeat(4)}.`,
    (value) => (/^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : undefined),
  );
}

function oneOf<const Word extends string>(words: readonly Word[], example: string) {
  return variable(`must be one of ${words.join(', ')}, for example ${example}.`, (value) =>
    words.find((word) => word === value),
  );
}

/** The defaults that depend on other variables. */
function complete(read: z.output<typeof Environment>, awsRegion: string | undefined): Config {
  const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`;
  const inRegion = (place: FilesPlace): FilesPlace =>
    place.kind === 's3' ? { ...place, region: place.region || awsRegion || 'us-east-1' } : place;
  const files: FilesPlace = read.FILES_URL ?? { kind: 'folder', path: resolve(read.DATA_DIR, 'files') };
  // The demo's password is published, so the demo never loads by default where others can reach it.
  const isLocal = isThisMachine(read.HOST) && isThisMachine(new URL(publicUrl).hostname);
  const demoByDefault = read.DATABASE_URL === undefined && read.NODE_ENV !== 'production' && isLocal;
  if (read.DEMO === 'on' && read.NODE_ENV === 'production' && isPublic(new URL(publicUrl).hostname))
    throw new ConfigError([DEMO_IN_PUBLIC]);
  const ownersByDefault = read.NODE_ENV === 'production' ? 'on' : 'off';
  return {
    environment: read.NODE_ENV,
    host: read.HOST,
    port: read.PORT,
    dataDir: read.DATA_DIR,
    ...(read.DATABASE_URL && { databaseUrl: read.DATABASE_URL }),
    ...(read.DATABASE_URL && read.DATABASE_APP_URL && { databaseAppUrl: read.DATABASE_APP_URL }),
    publicUrl,
    ...(read.SMTP_URL && { smtpUrl: read.SMTP_URL }),
    mailFrom: read.MAIL_FROM ?? `Waypost <no-reply@${new URL(publicUrl).hostname}>`,
    files: inRegion(files),
    ...(read.BACKUP_URL && { backups: inRegion(read.BACKUP_URL) }),
    backupsKept: read.BACKUP_KEEP,
    ...(read.BACKUP_KEY && { backupKey: read.BACKUP_KEY }),
    ...(read.SECRET_KEY && { secretKey: read.SECRET_KEY }),
    ...(read.OLD_SECRET_KEY && { oldSecretKey: read.OLD_SECRET_KEY }),
    ownersNeedSecondFactor: (read.SUPERADMIN_SECOND_FACTOR ?? ownersByDefault) === 'on',
    ...(read.GEOCODER_URL && { geocoderUrl: read.GEOCODER_URL }),
    ...(read.GEOCODER_KEY && { geocoderKey: read.GEOCODER_KEY }),
    mapTilesUrl: read.MAP_TILES_URL,
    ...(read.SOCIAL_TIMELINE_URL && { socialTimelineUrl: read.SOCIAL_TIMELINE_URL }),
    demo: read.DEMO ? read.DEMO === 'on' : demoByDefault,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    ...(read.SEALING_CERTIFICATE && {
      sealing: { file: read.SEALING_CERTIFICATE, password: read.SEALING_PASSWORD ?? '' },
    }),
    ...(read.SUPERADMIN_EMAIL && { superAdminEmail: read.SUPERADMIN_EMAIL }),
  };
}

const DEMO_IN_PUBLIC =
  'DEMO=on is not possible with NODE_ENV=production and a public PUBLIC_URL, because the password of the demo’s accounts is published: set DEMO=off.';
