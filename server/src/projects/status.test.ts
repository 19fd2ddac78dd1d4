import { randomUUID } from 'node:crypto';
import { projectCalls } from '@waypost/contract/projects/calls';
import type { BusinessStatus } from '@waypost/contract/projects/rules';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { auditEntries } from '../database/tables/platform.ts';
import { projects } from '../database/tables/projects.ts';

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

const recorded = (client: { id: string }) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));

describe('a business', () => {
  test('completes its intern’s placement with two evaluations, and gets the placement in the reply', async () => {
    const { client, project, to, asBusiness } = await aPlacement({ evaluations: 2 });
    server.clock.moveBy(60_000);
    const seen = await asBusiness.call(changeBusinessStatus, to('completed'));
    expect([seen.business_status, seen.updatedAt]).toEqual(['completed', server.clock.now().toISOString()]);
    expect(await statusOf(project)).toBe('completed');
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
      `This internship is ${businessStatus}, which only the school system can change`,
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
    expect([refused.status, refused.problem.detail]).toEqual([409, 'This internship is already open']);
    expect(await statusOf(project)).toBe('open');
    expect(await recorded(client)).toEqual([]);
  });
});

test('rejects an unknown status at its field', async () => {
  const { project, asBusiness } = await aPlacement();
  const refused = await asBusiness.refusal(changeBusinessStatus, {
    project_id: project.id,
    business_status: 'paused',
  });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['business_status']]);
});
