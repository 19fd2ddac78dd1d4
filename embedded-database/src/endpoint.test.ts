import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tryToConnect } from './endpoint.ts';

/** The port of a server that refuses every connection with this error, as PostgreSQL would. */
async function refusingWith(code: string): Promise<number> {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`);
  const message = Buffer.alloc(5 + fields.length, 'E');
  message.writeInt32BE(4 + fields.length, 1);
  fields.copy(message, 5);
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(message));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const connect = async (code: string) =>
  tryToConnect({ host: '127.0.0.1', port: await refusingWith(code), password: 'secret' });

test.each([
  ['is shut down', '57P01'],
  ['crashes', '57P02'],
  ['is starting', '57P03'],
])('a database that %s while we connect is worth another try', async (_, code) => {
  expect(await connect(code)).toBe('busy');
});

test('a wrong password is reported', async () => {
  await expect(connect('28P01')).rejects.toMatchObject({ code: '28P01' });
});
