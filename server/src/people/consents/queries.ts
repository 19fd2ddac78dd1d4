import { and, desc, eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { consents } from '../../platform/database/tables/consents.ts';

type StudentKey = { clientId: string; studentId: string };

/** The newest decision about a student's information. */
export const findConsent = prepared<StudentKey>()('findConsent', (db, { clientId, studentId }) =>
  db
    .select()
    .from(consents)
    .where(and(eq(consents.clientId, clientId), eq(consents.studentId, studentId)))
    .orderBy(desc(consents.recordedAt), desc(consents.id))
    .limit(1),
);

type NewConsent = Omit<typeof consents.$inferInsert, 'clientId' | 'studentId' | 'id'>;

export async function insertConsent(
  tx: Tx,
  student: Authorized<{ clientId: string; id: string }>,
  given: NewConsent,
): Promise<void> {
  await tx.db.insert(consents).values({ ...given, clientId: student.clientId, studentId: student.id });
}

/** The guardians who were sent a link to consent that still works, with the moment of the newest. */
export async function listAsked(
  tx: Tx,
  { clientId, studentId }: StudentKey,
  now: Date,
): Promise<{ id: string; sentAt: Date }[]> {
  const { rows } = await tx.client.query<{ id: string; sentAt: Date }>({
    name: 'list_asked_for_consent',
    text: `
      select g.id, max(l.created_at) as "sentAt"
        from links l
        join guardians g on g.client_id = l.client_id and g.student_id = l.subject_id
         and lower(g.email) = lower(l.recipient_email)
       where l.client_id = $1 and l.subject_id = $2 and l.purpose = 'consent'
         and l.revoked_at is null and l.done_at is null and l.expires_at > $3
       group by g.id order by g.id`,
    values: [clientId, studentId, now],
  });
  return rows;
}
