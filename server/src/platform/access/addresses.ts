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
export const isOfPrivateNetwork = (address: string) =>
  ipaddr.isValid(address) &&
  ['private', 'uniqueLocal', 'linkLocal', 'loopback'].includes(ipaddr.process(address).range());
