import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/* How the values of the configuration's variables are read. Undefined: the value is not valid. */

/** Where uploads are stored: a local folder or an S3 bucket. */
export type FilesPlace =
  | { kind: 'folder'; path: string }
  | { kind: 's3'; bucket: string; prefix: string; region: string; endpoint?: string };

export function readHost(value: string): string | undefined {
  return isIP(value) !== 0 || z.hostname().safeParse(value).success ? value : undefined;
}

export function readPort(value: string): number | undefined {
  const port = Number(value);
  return /^\d{1,5}$/.test(value) && port >= 1 && port <= 65_535 ? port : undefined;
}

export function readPath(value: string): string | undefined {
  return value.includes('\0') || value.includes('://') ? undefined : resolve(value);
}

export function readUrl(value: string, protocols: readonly string[]): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return protocols.includes(url.protocol) && url.hostname !== '' ? value : undefined;
}

export function readOrigin(value: string): string | undefined {
  if (readUrl(value, ['http:', 'https:']) === undefined) return undefined;
  const url = new URL(value);
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

export function readTiles(value: string): string | undefined {
  const holdsAll = ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  return holdsAll ? readUrl(value, ['http:', 'https:']) : undefined;
}

export function readAddress(value: string): string | undefined {
  return z.email().safeParse(value).success ? value : undefined;
}

export function readSender(value: string): string | undefined {
  // A line break would let the name add headers to every mail.
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return readAddress(address) === undefined ? undefined : value;
}

export function readFilesPlace(value: string): FilesPlace | undefined {
  if (!value.startsWith('s3://')) {
    const path = readPath(value);
    return path === undefined ? undefined : { kind: 'folder', path };
  }
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const { region, endpoint, ...unknown } = Object.fromEntries(url.searchParams);
  const understood =
    /^[a-z0-9.-]+$/.test(url.hostname) &&
    /^[\w./-]*$/.test(url.pathname) &&
    !url.username &&
    !url.hash &&
    Object.keys(unknown).length === 0;
  if (!understood) return undefined;
  if (endpoint !== undefined && readUrl(endpoint, ['http:', 'https:']) === undefined) return undefined;
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: url.pathname.split('/').filter(Boolean).join('/'),
    region: region ?? '',
    ...(endpoint !== undefined && { endpoint }),
  };
}

export function readBackupPlace(value: string): FilesPlace | undefined {
  if (!value.startsWith('file:')) return readFilesPlace(value);
  return URL.canParse(value) && new URL(value).host === ''
    ? { kind: 'folder', path: fileURLToPath(value) }
    : undefined;
}

export function readProxies(value: string): false | number | string | undefined {
  if (value === 'off') return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const addresses = value.split(',').map((part) => part.trim());
  return addresses.every(isNetwork) ? addresses.join(',') : undefined;
}

function isNetwork(text: string): boolean {
  if (!text.includes('/')) return isIP(text) !== 0;
  // Four parts, because `10/8` would be the network of 0.0.0.10.
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);
}
