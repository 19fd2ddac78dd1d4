import type { FastifyRequest } from 'fastify';
import { forReader, readerOf } from '../language/reader.ts';
import { type Bill, type Costs, runWithBill } from './costs.ts';

const bills = new WeakMap<FastifyRequest, Bill>();

/**
 * Starts a request's bill once its headers are read, or refuses it with 429. Counts nothing until `charge` or `billed`:
 * the time that a body takes to arrive costs the server nothing.
 */
export function startBill(costs: Costs, wire: FastifyRequest, tokenHash: Buffer | null = null): Bill {
  const bill = costs(tokenHash, wire.ip);
  bill.pause();
  bills.set(wire, bill);
  return bill;
}

/** Charges a request for work before it is served, such as parsing its body. */
export function charge<T>(wire: FastifyRequest, work: () => T): T {
  const bill = bills.get(wire);
  bill?.resume();
  try {
    return work();
  } finally {
    bill?.pause();
  }
}

/** Serves a request and charges it for that. */
export async function billed<T>(wire: FastifyRequest, serve: () => Promise<T>): Promise<T> {
  const bill = bills.get(wire);
  if (!bill) throw new Error('no bill was started');
  bill.resume();
  try {
    return await runWithBill(bill, serve);
  } finally {
    bill.pause();
  }
}

/** A hook of a route that runs before a body is read, in the caller's language. It may refuse. */
export const beforeBody = (check: (wire: FastifyRequest) => void) => async (wire: FastifyRequest) =>
  forReader(readerOf(wire.headers['accept-language']), () => check(wire));

/** The hook for a route without accounts: only starts the bill of the caller's network. */
export const billNetwork = (costs: Costs) => ({ onRequest: beforeBody((wire) => startBill(costs, wire)) });
