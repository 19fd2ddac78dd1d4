import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { listen } from './listen.ts';

function anApp() {
  const app = fastify();
  onTestFinished(() => app.close());
  return app;
}

test('a port in use, or a host of another machine, aborts the start with a sentence', async () => {
  const first = anApp();
  await listen(first, { host: '127.0.0.1', port: 0 });
  const { port } = first.server.address() as AddressInfo;
  const taken = listen(anApp(), { host: '127.0.0.1', port });
  await expect(taken).rejects.toThrow(`Port ${port} is already in use: `);
  await expect(taken).rejects.toThrow(ConfigError);
  await expect(listen(anApp(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(/^HOST must be an address/);
});
