import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { clockAt } from '../platform/outside/clock.ts';
import { serveMetrics } from './metrics.ts';

/** The output of `/metrics` an hour and a half after the newest backup. */
async function metricsOf(newest: Date | null, headers: Record<string, string> = {}) {
  const app = fastify();
  onTestFinished(() => app.close());
  serveMetrics(app, async () => ({ newest, kept: 3 }), clockAt('2026-03-04T15:00:00.000Z'));
  return app.inject({ url: '/metrics', headers: { host: 'localhost:3000', ...headers } });
}

test('reports the age of the newest backup to this computer', async () => {
  const { statusCode, body } = await metricsOf(new Date('2026-03-04T13:30:00.000Z'));
  expect(statusCode).toBe(200);
  expect(body).toContain('\nwaypost_backup_age_seconds 5400\n');
  expect(body).toContain('\nwaypost_backups_kept 3\n');
});

test('before the first backup, the age is infinite', async () => {
  expect((await metricsOf(null)).body).toContain('\nwaypost_backup_age_seconds +Inf\n');
});

test('shows nothing behind a proxy or under another host name', async () => {
  expect((await metricsOf(null, { 'x-forwarded-for': '10.0.0.9' })).statusCode).toBe(404);
  expect((await metricsOf(null, { host: 'waypost.example.org' })).statusCode).toBe(404);
});
