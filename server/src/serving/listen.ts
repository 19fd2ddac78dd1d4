import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config.ts';
import { withoutData } from '../platform/database/without-data.ts';

/** Opens the port, or throws an error with a sentence for the operator. */
export async function listen(app: FastifyInstance, where: { host: string; port: number }): Promise<void> {
  try {
    await app.listen(where);
  } catch (error) {
    const sentence = sentences[(error as { code?: string }).code ?? ''];
    throw sentence === undefined ? error : new ConfigError([sentence(where.port)]);
  }
  // Without a listener, a connection that cannot be accepted (too many open files) would end the process.
  app.server.on('error', (error) => app.log.error(withoutData(error), 'a connection was not accepted'));
}

const noSuchAddress = () => 'HOST must be an address of this machine, for example HOST=0.0.0.0.';

const sentences: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) =>
    `Port ${port} is already in use: stop the program that uses it, or choose another, for example PORT=4000.`,
  EACCES: (port) => `This account may not open port ${port}: choose one above 1023, for example PORT=3000.`,
  EADDRNOTAVAIL: noSuchAddress,
  ENOTFOUND: noSuchAddress,
  EAI_AGAIN: noSuchAddress,
};
