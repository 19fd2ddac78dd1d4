import type { FastifyInstance } from 'fastify';
import { ConfigError } from './config.ts';
import { withoutData } from './database/without-data.ts';

/** Opens the port, or throws an error with a sentence for the operator. */
export async function listen(app: FastifyInstance, where: { host: string; port: number }): Promise<void> {
  try {
    await app.listen(where);
  } catch (error) {
    const sentence = sentences[(error as { code?: string }).code ?? ''];
    throw sentence === undefined ? error : new ConfigError([sentence]);
  }
  // Without a listener, a connection that cannot be accepted (too many open files) would end the process.
  app.server.on('error', (error) => app.log.error(withoutData(error), 'a connection was not accepted'));
}

const NO_SUCH_ADDRESS = 'HOST must be an address of this machine, for example HOST=0.0.0.0.';

const sentences: Record<string, string> = {
  EADDRINUSE:
    'PORT is already in use: stop the program that uses it, or choose another, for example PORT=3001.',
  EACCES: 'PORT cannot be opened by this account: choose one above 1023, for example PORT=3000.',
  EADDRNOTAVAIL: NO_SUCH_ADDRESS,
  ENOTFOUND: NO_SUCH_ADDRESS,
  EAI_AGAIN: NO_SUCH_ADDRESS,
};
