import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { without } from '../../../testing/without-locks.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { projects } from '../../platform/database/tables/projects.ts';

const { createApplication, inviteToInterview, offerPlacement, updateApplicationStatus } = applicationCalls;

/** How a spot is taken: with the lock, unless a test removes it. */
const STUDENTS = 20;
const AT_ONCE = 10;
const ROUNDS = rounds(3);

/** Twenty students with an offer for the one spot that is left, round after round. */
async function aCrowd(server: TestServer) {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const crowd: Awaited<ReturnType<typeof server.aStudent>>[] = [];
  for (let one = 0; one < STUDENTS; one++) crowd.push(await server.aStudent({ client }));

  /** One round: all accept at once. Returns each reply and the resulting rows. */
  return async function race(slots: number, taken: number) {
    const opportunity = await server.anOpportunity({ business, availableSlots: slots, acceptedCount: taken });
    const offers = await server.db
      .insert(applications)
      .values(
        crowd.map((student) => ({
          clientId: client.id,
          opportunityId: opportunity.id,
          studentId: student.id,
          status: 'Offered' as const,
          coverLetter: '<p>Please.</p>',
          appliedAt: server.clock.now(),
        })),
      )
      .returning();
    const outcomes = await Promise.all(
      crowd.map(async (student) => {
        const offer = offers.find((one) => one.studentId === student.id);
        const response = await server
          .as(student)
          .send(updateApplicationStatus, { application_id: offer?.id, status: 'Accepted' });
        return [response.status, await response.text()] as const;
      }),
    );
    const ofIt = eq(applications.opportunityId, opportunity.id);
    const stored = await server.db.select().from(applications).where(ofIt);
    const [after] = await server.db.select().from(opportunities).where(eq(opportunities.id, opportunity.id));
    const placements = await server.db
      .select()
      .from(projects)
      .where(eq(projects.opportunityId, opportunity.id));
    return {
      accepted: stored.filter((one) => one.status === 'Accepted').length,
      offered: stored.filter((one) => one.status === 'Offered').length,
      placements: placements.length,
      count: after?.acceptedCount,
      statuses: outcomes.map(([status]) => status),
      refusals: new Set(outcomes.filter(([status]) => status !== 200).map(([, text]) => text)),
    };
  };
}

describe('the last spot', () => {
  const server = startTestServer();

  test('is taken only once when twenty students accept at once, in every round', {
    timeout: 600_000,
  }, async () => {
    const race = await aCrowd(server);
    for (let round = 0; round < ROUNDS; round++) {
      const { statuses, refusals, ...after } = await race(3, 2);
      expect(after).toEqual({ accepted: 1, offered: STUDENTS - 1, placements: 1, count: 3 });
      expect([...statuses].sort()).toEqual([200, ...Array<number>(STUDENTS - 1).fill(409)]);
      expect([...refusals].map((text) => JSON.parse(text).detail)).toEqual(['This opportunity is full']);
    }
  });

  test('all seven spots are taken when twenty students accept at once', async () => {
    const race = await aCrowd(server);
    expect(await race(7, 0)).toMatchObject({ accepted: 7, offered: 13, placements: 7, count: 7 });
  });
});

describe('without the lock', () => {
  // A separate database, because this drops the constraint that would catch overbooking.
  const server = startTestServer();

  test('the same race overbooks', async () => {
    await server.database.owner.query('alter table opportunities drop constraint seats_never_overbooked');
    const race = await aCrowd(server);
    without.seatLock = true;
    let most = 0;
    for (let round = 0; round < 200 && most < 2; round++) most = Math.max(most, (await race(3, 2)).accepted);
    expect(most).toBeGreaterThan(1);
  });
});

describe('concurrently', () => {
  const server = startTestServer();

  test('the same student applies twice: one application, and one refusal', async () => {
    for (let round = 0; round < AT_ONCE; round++) {
      const student = await server.aStudent();
      const business = await server.aBusiness({ clientId: student.clientId });
      const opportunity = await server.anOpportunity({ business });
      const apply = () =>
        server
          .as(student)
          .send(createApplication, { cover_letter: '<p>Please.</p>', opportunity_id_fk: opportunity.id });
      const replies = await Promise.all([apply(), apply(), apply()]);
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
      const kept = await server.db
        .select()
        .from(applications)
        .where(eq(applications.opportunityId, opportunity.id));
      expect(kept).toHaveLength(1);
    }
  });

  test('one application is accepted twice: one spot, one placement', async () => {
    for (let round = 0; round < AT_ONCE; round++) {
      const student = await server.aStudent();
      const business = await server.aBusiness({ clientId: student.clientId });
      const opportunity = await server.anOpportunity({ business, availableSlots: 5 });
      const { id } = await server.anApplication({ student, opportunity, status: 'Offered' });
      const accept = () =>
        server.as(student).send(updateApplicationStatus, { application_id: id, status: 'Accepted' });
      const replies = await Promise.all([accept(), accept(), accept()]);
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
      const [after] = await server.db
        .select()
        .from(opportunities)
        .where(eq(opportunities.id, opportunity.id));
      expect(after?.acceptedCount).toBe(1);
      const made = await server.db
        .select()
        .from(projects)
        .where(inArray(projects.applicationId, [id]));
      expect(made).toHaveLength(1);
    }
  });

  test('a student rescinds what the business offers: nobody loses a move without a word', async () => {
    for (let round = 0; round < AT_ONCE; round++) {
      const student = await server.aStudent();
      const business = await server.aBusiness({ clientId: student.clientId });
      const opportunity = await server.anOpportunity({ business });
      const { id } = await server.anApplication({ student, opportunity });
      const replies = await Promise.all([
        server.as(student).send(updateApplicationStatus, { application_id: id, status: 'Rescinded' }),
        server.as(business).send(updateApplicationStatus, { application_id: id, status: 'Offered' }),
      ]);
      // A business that finds a rescinded application offers again.
      const statuses = replies.map((reply) => reply.status);
      expect(statuses.filter((status) => status !== 409)).not.toEqual([]);
      const [after] = await server.db.select().from(applications).where(eq(applications.id, id));
      expect(after?.status).toBe(replies[1]?.ok ? 'Offered' : 'Rescinded');
    }
  });

  /** Makes the second call while the first has moved the application and not committed yet. */
  async function moveDuring(first: ApplicationStatus, second: () => Promise<Response>, id: string) {
    const moving = await server.database.owner.connect();
    try {
      await moving.query('begin');
      await moving.query('update applications set status = $2 where id = $1', [id, first]);
      const reply = second();
      await untilLockWait(server.database.owner);
      await moving.query('commit');
      const answer = await reply;
      return [answer.status, ((await answer.json()) as { detail?: string }).detail];
    } finally {
      moving.release();
    }
  }

  test('a student who rescinds while the business schedules an interview rescinds after it', async () => {
    const student = await server.aStudent();
    const { id } = await server.anApplication({ student });
    const input = { application_id: id, status: 'Rescinded' as const };
    const rescind = () => server.as(student).send(updateApplicationStatus, input);
    expect(await moveDuring('Interview Scheduled', rescind, id)).toEqual([200, undefined]);
    const [after] = await server.db.select().from(applications).where(eq(applications.id, id));
    expect(after?.status).toBe('Rescinded');
  });

  test.each([
    [
      'offers',
      'Offered',
      (business: { token: string }, application_id: string) =>
        server.as(business).send(offerPlacement, { application_id }),
    ],
    [
      'invites',
      'Interview Scheduled',
      (business: { token: string }, application_id: string) =>
        server.as(business).send(inviteToInterview, {
          application_id,
          date: '2026-03-10',
          time: '15:30',
          place: '2 Dock Street',
        }),
    ],
  ])('a business that %s while the student rescinds sees that they rescinded', async (_, to, send) => {
    const business = await server.aBusiness();
    const opportunity = await server.anOpportunity({ business });
    const { id } = await server.anApplication({ opportunity });
    expect(await moveDuring('Rescinded', () => send(business, id), id)).toEqual([
      409,
      `This application is Rescinded, so it cannot be moved to ${to}`,
    ]);
  });

  test('a student who applies while the last spot is taken waits, and is told that it is full', async () => {
    const student = await server.aStudent();
    const business = await server.aBusiness({ clientId: student.clientId });
    const opportunity = await server.anOpportunity({ business, availableSlots: 1 });
    const filling = await server.database.owner.connect();
    try {
      await filling.query('begin');
      await filling.query('update opportunities set accepted_count = 1 where id = $1', [opportunity.id]);
      const applying = server
        .as(student)
        .refusal(createApplication, { cover_letter: '<p>Please.</p>', opportunity_id_fk: opportunity.id });
      await untilLockWait(server.database.owner);
      await filling.query('commit');
      expect((await applying).problem.detail).toBe('This opportunity is full');
    } finally {
      filling.release();
    }
  });
});
