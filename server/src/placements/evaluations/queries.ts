import type { Locale } from '@waypost/contract/i18n';
import type { ActingWay } from '@waypost/contract/messages/links/rules';
import { EVALUATIONS_REQUIRED } from '@waypost/contract/placements/evaluations/rules';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { evaluationQuestions } from '../../platform/database/tables/lists.ts';
import { evaluationRatings, evaluations } from '../../platform/database/tables/projects.ts';

/** The client's evaluation questions, in order. */
export const listEvaluationQuestions = prepared<{ clientId: string }>()(
  'listEvaluationQuestions',
  (db, { clientId }) =>
    db
      .select()
      .from(evaluationQuestions)
      .where(eq(evaluationQuestions.clientId, clientId))
      .orderBy(asc(evaluationQuestions.ordinal), asc(evaluationQuestions.id)),
);
export type FoundQuestion = Awaited<ReturnType<typeof listEvaluationQuestions>>[number];

type ProjectKey = { clientId: string; projectId: string };

/** One rating in the database's JSON. */
interface FoundRating {
  questionId: string;
  questionText: string;
  questionTextEs: string;
  rating: string;
}

/** The evaluations of these placements in order, each with its ratings, in one query. */
export const listEvaluations = prepared<{ clientId: string; ids: string[] }>()(
  'listEvaluations',
  (db, { clientId, ids }) =>
    db
      .select({
        projectId: evaluations.projectId,
        id: evaluations.id,
        evaluationDate: evaluations.evaluationDate,
        supervisor: evaluations.supervisor,
        internshipFacilitator: evaluations.internshipFacilitator,
        contactPhone: evaluations.contactPhone,
        term: evaluations.term,
        comments: evaluations.comments,
        discussed: evaluations.discussed,
        submittedBy: evaluations.submittedBy,
        submittedVia: evaluations.submittedVia,
        ratings: sql<FoundRating[]>`coalesce((
        select json_agg(json_build_object(
            'questionId', rated.evaluation_question_id,
            'questionText', rated.question_text,
            'questionTextEs', coalesce(asked.question_text_es, ''),
            'rating', rated.rating) order by rated.ordinal)
          from ${evaluationRatings} rated
          left join ${evaluationQuestions} asked on asked.client_id = rated.client_id
           and asked.id = rated.evaluation_question_id and asked.question_text = rated.question_text
         where rated.client_id = ${evaluations}.client_id and rated.evaluation_id = ${evaluations}.id), '[]')`,
      })
      .from(evaluations)
      .where(and(eq(evaluations.clientId, clientId), sql`${evaluations.projectId} = any(${ids})`))
      .orderBy(asc(evaluations.ordinal)),
);
export type FoundEvaluation = Awaited<ReturnType<typeof listEvaluations>>[number];

/**
 * How many evaluations a placement has. A separate query after the lock: a count in the same statement would be from
 * before the wait.
 */
export const countEvaluations = prepared<ProjectKey>()('countEvaluations', (db, { clientId, projectId }) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(evaluations)
    .where(and(eq(evaluations.clientId, clientId), eq(evaluations.projectId, projectId))),
);

/** What a placement's next evaluation starts with, and whose it is. Texts are empty where nothing is on file. */
export interface EvaluationStart {
  clientId: string;
  studentId: string | null;
  businessId: string | null;
  supervisor: string;
  internshipFacilitator: string;
  contactPhone: string;
}

/** As the database functions `evaluation_start` and `evaluation_start_of_link` name them. */
export const START_COLUMNS = `client_id as "clientId", student_id as "studentId", business_id as "businessId", supervisor,
  internship_facilitator as "internshipFacilitator", contact_phone as "contactPhone"`;

/** Ownership has not been checked yet. */
export async function findEvaluationStart(
  tx: Tx,
  { clientId, projectId }: ProjectKey,
): Promise<EvaluationStart | undefined> {
  const { rows } = await tx.client.query<EvaluationStart>({
    name: 'find_evaluation_start',
    text: `select ${START_COLUMNS} from evaluation_start($1, $2)`,
    values: [clientId, projectId],
  });
  return rows[0];
}

/** An evaluation that an address was asked for that returns mail, with the business to ask instead. */
export interface ReturnedEvaluation {
  projectId: string;
  title: string;
  /** Empty once the student's account was deleted. */
  firstName: string;
  lastName: string;
  /** Who was asked. */
  asked: string;
  businessId: string;
  business: string;
  email: string;
  locale: Locale;
}

/** The links of an address ($2) that ask for an evaluation and still work at a moment ($3). */
const ASKING = `l.client_id = $1 and l.purpose = 'evaluation' and l.done_at is null and l.revoked_at is null
  and l.expires_at > $3 and lower(l.recipient_email) = lower($2)`;

/**
 * The evaluations that an address other than the business's was asked for. Leaves out those that the business was asked
 * for since, and businesses whose address returns mail too. Locks their placements, so two servers never find the same
 * one.
 */
export async function lockReturnedEvaluations(
  tx: Tx,
  { clientId, email, now }: { clientId: string; email: string; now: Date },
): Promise<ReturnedEvaluation[]> {
  const values = [clientId, email, now];
  await tx.client.query({
    name: 'lockReturnedEvaluations',
    text: `select from projects p
            where p.client_id = $1 and p.id in (select l.subject_id from links l where ${ASKING})
            order by p.id for no key update`,
    values,
  });
  const { rows } = await tx.client.query<ReturnedEvaluation>({
    name: 'findReturnedEvaluations',
    text: `
      select p.id as "projectId", o.title, coalesce(s.first_name, '') as "firstName",
             coalesce(s.last_name, '') as "lastName", a.name as asked, b.id as "businessId",
             b.business_name as business, b.email, coalesce(b.locale, t.locale, 'en') as locale
        from (select l.subject_id, l.account_id, max(l.recipient_name) as name, max(l.created_at) as asked_at
                from links l where ${ASKING} group by l.subject_id, l.account_id) a
        join projects p on p.client_id = $1 and p.id = a.subject_id and p.business_id = a.account_id
         and p.business_status = 'open'
        join users b on b.client_id = p.client_id and b.id = p.business_id and b.approved
         and b.mail_returned_at is null and b.deactivated_at is null and b.email_lower <> lower($2)
        join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
        left join users s on s.client_id = p.client_id and s.id = p.student_id
        left join settings t on t.client_id = p.client_id
       cross join lateral (
              select count(*) as submitted, max(e.created_at) as at from evaluations e
               where e.client_id = p.client_id and e.project_id = p.id) e
       where e.submitted < ${EVALUATIONS_REQUIRED} and (e.at is null or e.at < a.asked_at)
         and not exists (
           select from links k
            where k.client_id = $1 and k.subject_id = p.id and k.purpose = 'evaluation' and k.done_at is null
              and k.revoked_at is null and lower(k.recipient_email) = b.email_lower and k.created_at >= a.asked_at)
       order by p.id`,
    values,
  });
  return rows;
}

interface NewEvaluation {
  ordinal: number;
  evaluationDate: string;
  supervisor: string;
  internshipFacilitator: string;
  contactPhone: string;
  term: string;
  comments: string;
  discussed: boolean;
  submittedBy: string;
  submittedVia: ActingWay;
  ratings: { evaluationQuestionId: string; questionText: string; rating: string }[];
}

/** Inserts an evaluation of a locked placement with its ratings; returns whether its ordinal was free. */
export async function insertEvaluation(
  tx: Tx,
  project: Authorized<{ id: string; clientId: string }>,
  { ratings, ...evaluation }: NewEvaluation,
  now: Date,
): Promise<boolean> {
  const { clientId, id: projectId } = project;
  const [made] = await tx.db
    .insert(evaluations)
    .values({ ...evaluation, clientId, projectId, createdAt: now })
    .onConflictDoNothing({
      target: [evaluations.clientId, evaluations.projectId, evaluations.ordinal],
    })
    .returning({ id: evaluations.id });
  if (!made) return false;
  const rows = ratings.map((rating, index) => ({
    ...rating,
    clientId,
    evaluationId: made.id,
    ordinal: index + 1,
  }));
  if (rows.length > 0) await tx.db.insert(evaluationRatings).values(rows);
  return true;
}
