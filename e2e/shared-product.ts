import requireBrowser from '../web/testing/browser.ts';
import { newDataDir, type Product, startServer, stopServer } from './server.ts';

// A product takes a core ten seconds to start, so all workers share this one. Each test makes its own school system in
// it, and only reads the demo.

const VARIABLE = 'SHARED_PRODUCT';

interface Shared extends Product {
  pid: number;
}

/** Playwright's global setup: starts the shared product. The workers wait until it is ready. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  requireBrowser();
  const dataDir = await newDataDir();
  const { origin, child } = await startServer(dataDir, {});
  const shared: Shared = { origin, dataDir, pid: child.pid ?? 0 };
  process.env[VARIABLE] = JSON.stringify(shared);
  return () => stopServer(child, dataDir);
}

/** The product that the global setup started. */
export function sharedProduct(): Product & { isRunning: () => boolean } {
  const { pid, ...product } = JSON.parse(process.env[VARIABLE] ?? '') as Shared;
  return { ...product, isRunning: () => isAlive(pid) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
