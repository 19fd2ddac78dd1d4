import { t } from '@waypost/contract/i18n';
import { partOf } from '@waypost/contract/list-part';
import type { Retention, retentionCalls } from '@waypost/contract/oversight/retention/calls';
import { nextDeletion } from '@waypost/contract/oversight/retention/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import { requireOwnPassword } from '../../people/accounts/own-password.ts';
import { record } from '../../platform/access/audit.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import type { Tx } from '../../platform/database/connect.ts';
import {
  type FormerStudentRow,
  findDueBy,
  findFormerStudents,
  findRetention,
  type RetentionSetting,
  saveRetentionYears,
} from './queries.ts';

/** How long a school system keeps the records of students who left school (docs/behavior/retention.md). */
export const retentionHandlers: Handlers<typeof retentionCalls> = {
  getRetention: async ({ actor }, tx) => load(tx, actor.clientId),

  saveRetention: outsideTransaction(async (request, transaction) => {
    const { actor, input, now } = request;
    const years = input.years ?? null;
    if (actor.admin)
      refuse('not-allowed', t('You can’t change this during a masquerade. End the masquerade first.'));
    await requireOwnPassword(request, transaction);
    return transaction(async (tx) => {
      const { years: before } = await findRetention(tx, actor.clientId, { locked: true });
      if (before !== years) {
        await saveRetentionYears(tx, actor.clientId, years);
        const details = { from: before ?? 'off', to: years ?? 'off' };
        await record(tx, actor, { action: 'save retention', details }, now);
      }
      return load(tx, actor.clientId);
    });
  }),

  filterLeftStudents: async (request, tx) => {
    const { actor, input, now } = request;
    const { clientId } = actor;
    const setting = await findRetention(tx, clientId);
    const { timeZone } = setting;
    const today = dayIn(timeZone, now);
    const next = nextOf(setting, input.years, today);
    const wanted = { clientId, years: input.years, timeZone, today, next };
    const found = await findFormerStudents(tx, wanted, partOf(input));
    request.announceTotal(found[0]?.total ?? 0);
    return found.map(toFormerStudent);
  },
};

/** Nobody is deleted before this day: the one that Admins were told of, if it is about this number of years. */
const nextOf = (setting: RetentionSetting, years: number, today: string): string =>
  setting.years === years && setting.next !== null && setting.next >= today
    ? setting.next
    : nextDeletion(today);

async function load(tx: Tx, clientId: string): Promise<Retention> {
  const { years, next, timeZone } = await findRetention(tx, clientId);
  const due =
    years !== null && next !== null
      ? (await findDueBy(tx, { clientId, years, timeZone, day: next })).length
      : 0;
  return { years, next, due };
}

const toFormerStudent = (row: FormerStudentRow) => ({
  _id: row.id,
  name: row.name || row.email,
  email: row.email,
  school: row.school,
  graduation_year: row.graduationYear,
  left_on: row.leftOn,
  deletes_on: row.deletesOn,
});
