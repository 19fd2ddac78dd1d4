import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/outside/clock.ts';
import type { Outside } from '../platform/outside/outside.ts';
import { isFromThisComputer } from './outbox.ts';

/** Metrics in Prometheus' text format, for a collector on this computer; for others the page does not exist. */
export function serveMetrics(app: FastifyInstance, backups: Outside['backups'], clock: Clock): void {
  app.get('/metrics', async (wire, reply) => {
    if (!isFromThisComputer(wire)) return reply.callNotFound();
    const state = await backups();
    const lines = state
      ? [
          ['waypost_backups_kept', 'Backups in the place of BACKUP_URL.', state.kept],
          [
            'waypost_backup_age_seconds',
            'Since the newest backup was made; +Inf before the first.',
            state.newest ? Math.round((clock.now().getTime() - state.newest.getTime()) / 1000) : '+Inf',
          ],
        ]
      : [];
    const text = lines.map(
      ([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`,
    );
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4').send(text.join(''));
  });
}
