import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network of an address: a single IPv4 address, or the IPv6 /64 that a household or school gets. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** Whether an address is only this machine's. */
export const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Whether an address belongs to a network that the internet cannot reach. */
const isOfPrivateNetwork = (address: string) =>
  ipaddr.isValid(address) &&
  ['private', 'uniqueLocal', 'linkLocal', 'loopback'].includes(ipaddr.process(address).range());

/** Whether a host name or address is only this machine. */
export function isThisMachine(host: string): boolean {
  const bare = withoutBrackets(host);
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopback(bare);
}

/** Whether a host name or address can be reached from outside a private network. */
export function isPublic(host: string): boolean {
  const bare = withoutBrackets(host);
  const isLocalName = isIP(bare) === 0 && (!bare.includes('.') || LOCAL_NAME.test(bare));
  return !isThisMachine(host) && !isLocalName && !isOfPrivateNetwork(bare);
}

/** Names that only a private network resolves. */
const LOCAL_NAME = /\.(local|internal|lan|home\.arpa)$/;

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
