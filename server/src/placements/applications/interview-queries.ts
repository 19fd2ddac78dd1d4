import type { InterviewState, When } from '@waypost/contract/placements/applications/interviews';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { interviews } from '../../platform/database/tables/opportunities.ts';

/** A business's choices for an interview. */
interface Arrangement extends When {
  minutes: number;
  place: string;
  message: string;
}

const nothingProposed = { proposedAt: null, proposal: '' } as const;
const nextSequence = { sequence: sql`${interviews.sequence} + 1` };

/** Schedules the interview of an application, or replaces its current one. */
export async function inviteTo(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, now, ...chosen }: Arrangement & { clientId: string; now: Date },
): Promise<void> {
  const columns = { ...chosen, ...nothingProposed, state: 'Invited' as const, updatedAt: now };
  await tx.db
    .insert(interviews)
    .values({ clientId, applicationId: application.id, ...columns })
    .onConflictDoUpdate({
      target: [interviews.clientId, interviews.applicationId],
      set: { ...columns, ...nextSequence },
    });
}

/** An interview in one of these states that has not changed since the caller saw it. */
const isStill = (
  application: Authorized<{ id: string }>,
  clientId: string,
  states: readonly InterviewState[],
) =>
  and(
    eq(interviews.clientId, clientId),
    eq(interviews.applicationId, application.id),
    inArray(interviews.state, [...states]),
  );

const saved = { id: interviews.applicationId };

/** The student confirms the invited time. Returns whether it was still that time. */
export async function confirmInvitation(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, startsAt, now }: { clientId: string; startsAt: Date; now: Date },
): Promise<boolean> {
  const confirmed = await tx.db
    .update(interviews)
    .set({ ...nothingProposed, state: 'Confirmed', inBusinessCalendar: true, updatedAt: now })
    .where(and(isStill(application, clientId, ['Invited', 'Proposed']), eq(interviews.startsAt, startsAt)))
    .returning(saved);
  return confirmed.length === 1;
}

/** The business confirms the time that the student proposed. Returns whether it was still that time. */
export async function confirmProposal(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, startsAt, now }: { clientId: string; startsAt: Date; now: Date },
): Promise<boolean> {
  const confirmed = await tx.db
    .update(interviews)
    .set({
      ...nothingProposed,
      ...nextSequence,
      state: 'Confirmed',
      startsAt,
      day: null,
      inBusinessCalendar: true,
      updatedAt: now,
    })
    .where(and(isStill(application, clientId, ['Proposed']), eq(interviews.proposedAt, startsAt)))
    .returning(saved);
  return confirmed.length === 1;
}

/** Returns whether there is an interview for which to propose another time. */
export async function proposeTime(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, proposedAt, proposal }: { clientId: string; proposedAt: Date; proposal: string },
): Promise<boolean> {
  const proposed = await tx.db
    .update(interviews)
    .set({ state: 'Proposed', proposedAt, proposal })
    .where(isStill(application, clientId, ['Invited', 'Proposed', 'Confirmed']))
    .returning(saved);
  return proposed.length === 1;
}

/** Returns whether there was an interview that was not canceled. */
export async function cancelOne(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, now }: { clientId: string; now: Date },
): Promise<boolean> {
  const canceled = await tx.db
    .update(interviews)
    .set({ ...nothingProposed, ...nextSequence, state: 'Canceled', updatedAt: now })
    .where(isStill(application, clientId, ['Invited', 'Proposed', 'Confirmed']))
    .returning(saved);
  return canceled.length === 1;
}
