import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { changeBusinessStatus } = projectCalls;

async function aPlacement({ businessStatus = 'open' as BusinessStatus, evaluations = 0 } = {}) {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const project = await server.aProject({ student, business, opportunity, businessStatus });
  for (let ordinal = 1; ordinal <= evaluations; ordinal++) await server.anEvaluation(project, { ordinal });
  const to = (business_status: BusinessStatus) => ({ project_id: project.id, business_status });
  return { client, student, business, project, to, asBusiness: server.as(business) };
}

const statusOf = async (project: { id: string }) =>
  (await server.db.select().from(projects).where(eq(projects.id, project.id)))[0]?.businessStatus;

const endOf = async (project: { id: string }) =>
  (await server.db.select().from(projects).where(eq(projects.id, project.id)))[0]?.endedAt;

const recorded = (client: { id: string }) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));

describe('a business', () => {
  test('completes its intern’s placement with two evaluations, and gets the placement in the reply', async () => {
    const { client, project, to, asBusiness } = await aPlacement({ evaluations: 2 });
    server.clock.moveBy(60_000);
    const seen = await asBusiness.call(changeBusinessStatus, to('completed'));
    expect([seen.business_status, seen.updatedAt]).toEqual(['completed', server.clock.now().toISOString()]);
    expect(await statusOf(project)).toBe('completed');
    expect([seen.ended_at, await endOf(project)]).toEqual([seen.updatedAt, server.clock.now()]);
    expect(await recorded(client)).toEqual([]);
  });

  test.each([
    [0, 'You can complete this once both evaluations are in'],
    [1, 'You can complete this once one more evaluation is in'],
  ])('cannot complete it with %i', async (evaluations, sentence) => {
    const { project, to, asBusiness } = await aPlacement({ evaluations });
    const refused = await asBusiness.refusal(changeBusinessStatus, to('completed'));
    expect([refused.status, refused.problem.detail]).toEqual([409, sentence]);
    expect(await statusOf(project)).toBe('open');
  });

  test('can terminate it without any', async () => {
    const { project, to, asBusiness } = await aPlacement();
    await asBusiness.call(changeBusinessStatus, to('terminated'));
    expect(await statusOf(project)).toBe('terminated');
  });

  test.each([
    ['completed', 'open'],
    ['completed', 'terminated'],
    ['terminated', 'open'],
    ['terminated', 'completed'],
  ] as const)('cannot undo %s by setting it to %s', async (businessStatus, next) => {
    const { project, to, asBusiness } = await aPlacement({ businessStatus, evaluations: 2 });
    const refused = await asBusiness.refusal(changeBusinessStatus, to(next));
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      `This placement is ${businessStatus}, which only the school system can change`,
    ]);
    expect(await statusOf(project)).toBe(businessStatus);
  });

  test('finds no placement at another business', async () => {
    const { client, project, to } = await aPlacement();
    for (const stranger of [await server.aBusiness({ client }), await server.aBusiness()]) {
      const caller = server.as(stranger);
      const refused = await caller.refusal(changeBusinessStatus, to('terminated'));
      const unknown = await caller.refusal(changeBusinessStatus, {
        ...to('terminated'),
        project_id: randomUUID(),
      });
      expect([refused.status, refused.problem]).toEqual([404, unknown.problem]);
    }
    expect(await statusOf(project)).toBe('open');
  });
});

describe('an administrator', () => {
  test('sets any status from any other, without evaluations, each recorded', async () => {
    const { client, student, project, to } = await aPlacement();
    const admin = await server.anAdmin({ client });
    for (const status of ['completed', 'open', 'terminated', 'completed', 'terminated', 'open'] as const) {
      const seen = await server.as(admin).call(changeBusinessStatus, to(status));
      expect([seen.business_status, await statusOf(project)]).toEqual([status, status]);
      // Each end is recorded with its own moment, and re-opening clears it.
      const now = server.clock.now();
      expect([seen.ended_at, await endOf(project)]).toEqual(
        status === 'open' ? [null, null] : [now.toISOString(), now],
      );
      server.clock.moveBy(60_000);
    }
    const entries = await recorded(client);
    expect(entries).toHaveLength(6);
    expect(entries.find((entry) => JSON.stringify(entry.details).includes('"to":"open"'))).toMatchObject({
      action: 'change internship status',
      actorId: admin.id,
      subjectId: student.id,
      subjectName: 'Ada Lovelace',
      details: { project: project.id, to: 'open' },
    });
  });

  test('of another client finds nothing, and the same status again is refused', async () => {
    const { client, project, to } = await aPlacement();
    const stranger = server.as(await server.anAdmin());
    expect((await stranger.refusal(changeBusinessStatus, to('completed'))).status).toBe(404);
    const admin = server.as(await server.anAdmin({ client }));
    const refused = await admin.refusal(changeBusinessStatus, to('open'));
    expect([refused.status, refused.problem.detail]).toEqual([409, 'This placement is already open']);
    expect(await statusOf(project)).toBe('open');
    expect(await recorded(client)).toEqual([]);
  });
});

test('placements that an Admin ended before it was recorded have its moment from the audit log', async () => {
  const placed = await aPlacement();
  const admin = server.as(await server.anAdmin({ client: placed.client }));
  await admin.call(changeBusinessStatus, placed.to('terminated'));
  server.clock.moveBy(60_000);
  await admin.call(changeBusinessStatus, placed.to('completed'));
  const ended = server.clock.now();
  const again = await aPlacement({ evaluations: 2 });
  const other = server.as(await server.anAdmin({ client: again.client }));
  await other.call(changeBusinessStatus, again.to('completed'));
  server.clock.moveBy(60_000);
  await other.call(changeBusinessStatus, again.to('open'));
  await again.asBusiness.call(changeBusinessStatus, again.to('completed'));
  await server.db.update(projects).set({ endedAt: null });

  const migration = await readFile(
    new URL('../../../migrations/0004_placements_end.sql', import.meta.url),
    'utf8',
  );
  const fills = migration.split('--> statement-breakpoint').filter((one) => one.includes('update projects'));
  expect(fills).toHaveLength(1);
  await server.database.owner.query(fills[0] ?? '');
  // Changes by a business are not in the audit log.
  expect([await endOf(placed.project), await endOf(again.project)]).toEqual([ended, null]);
});

test('rejects an unknown status at its field', async () => {
  const { project, asBusiness } = await aPlacement();
  const refused = await asBusiness.refusal(changeBusinessStatus, {
    project_id: project.id,
    business_status: 'paused',
  });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['business_status']]);
});
