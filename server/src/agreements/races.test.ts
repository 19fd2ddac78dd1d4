import { agreementCalls } from '@waypost/contract/agreements/calls';
import { canBecome, type StoredStatus } from '@waypost/contract/agreements/rules';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { startTestServer } from '../../testing/server.ts';
import { locks } from '../../testing/without-locks.ts';
import { agreementSignatures, agreements } from '../database/tables/agreements.ts';

const { getAgreement, startAgreement, saveAgreementTerms, sendAgreement, signAgreement } = agreementCalls;
const { changeAgreement, declineAgreement } = agreementCalls;

vi.mock('../projects/queries.ts', async (original) =>
  (await import('../../testing/without-locks.ts')).withLocksOptional(original),
);

afterEach(() => {
  locks.off = false;
});

const server = startTestServer();
const ROUNDS = rounds(200, 10);
const LONG = { timeout: 600_000 };

const terms = {
  ...{ place: 'Dock Street', start_date: '2026-06-01', end_date: '2026-08-31', schedule: 'Mon', pay: 'Paid' },
  ...{ hours_per_week: 20, duties: 'Sands.', goals: 'Learns.', supervisor: 'Grace', supervision: 'Always.' },
  ...{ hazardous: false, guardian_signs: false },
};

async function aCast() {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const admin = server.as(await server.anAdmin({ client }));
  return { student, business, as: { student: server.as(student), business: server.as(business), admin } };
}
type Cast = Awaited<ReturnType<typeof aCast>>;

/** A placement whose agreement was sent. */
async function aSentAgreement({ student, business, as }: Cast) {
  const { id: project_id } = await server.aProject({ student, business });
  await as.admin.call(startAgreement, { project_id });
  await as.admin.call(saveAgreementTerms, { project_id, revision: 1, ...terms });
  const { agreement } = await as.admin.call(sendAgreement, { project_id, revision: 2 });
  return { project_id, text_hash: agreement?.text_hash ?? '', revision: agreement?.revision ?? 0 };
}

const name = { name: 'Somebody', agreed: true as const };
const signaturesOf = async (agreementId: string) =>
  server.db.select().from(agreementSignatures).where(eq(agreementSignatures.agreementId, agreementId));

test(
  'when all sign at the same moment, every signature counts, and the last puts it into force',
  LONG,
  async () => {
    const cast = await aCast();
    for (let round = 0; round < ROUNDS; round++) {
      const { project_id, text_hash } = await aSentAgreement(cast);
      const signed = await Promise.all(
        Object.values(cast.as).map((one) => one.send(signAgreement, { project_id, text_hash, ...name })),
      );
      expect(signed.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { agreement } = await cast.as.admin.call(getAgreement, { project_id });
      expect([agreement?.status, agreement?.signatures.length]).toEqual(['signed', 3]);
    }
  },
);

test('one account that signs twice at the same moment signs once', LONG, async () => {
  const cast = await aCast();
  for (let round = 0; round < ROUNDS; round++) {
    const { project_id, text_hash } = await aSentAgreement(cast);
    const sign = () => cast.as.student.send(signAgreement, { project_id, text_hash, ...name });
    const told = await Promise.all([sign(), sign()]);
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

/** The student signs while staff take the text back, and the business declines. */
async function race(cast: Cast) {
  const { project_id, text_hash, revision } = await aSentAgreement(cast);
  const told = await Promise.all([
    cast.as.student.send(signAgreement, { project_id, text_hash, ...name }),
    cast.as.admin.send(changeAgreement, { project_id, revision }),
    cast.as.business.send(declineAgreement, { project_id, text_hash, reason: 'No.' }),
  ]);
  const [signed, changed, declined] = told.map(({ status }) => status === 200);
  const versions = await server.db.select().from(agreements).where(eq(agreements.projectId, project_id));
  const [only] = versions;
  if (!only || versions.length > 1) throw new Error('a version too many');
  return { signed, changed, declined, only, signatures: await signaturesOf(only.id) };
}

const isAllowed = ({ signed, changed, declined, only, signatures }: Awaited<ReturnType<typeof race>>) => {
  // A text that was taken back has no signature, and nothing follows a decline.
  if (changed) return !signed && !declined && only.status === 'draft' && signatures.length === 0;
  if (declined) return only.status === 'declined' && signatures.length === (signed ? 1 : 0);
  return false;
};

test(
  'a signature, a change of the text, and a decline at the same moment: one outcome, always an allowed one',
  LONG,
  async () => {
    const cast = await aCast();
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await race(cast);
      expect([outcome, isAllowed(outcome)]).toEqual([outcome, true]);
      expect(canBecome('sent', outcome.only.status as StoredStatus)).toBe(true);
    }
  },
);

test('without locking the placement, a text is taken back under a signature', async () => {
  locks.off = true;
  const cast = await aCast();
  let isBroken = false;
  for (let round = 0; round < 300 && !isBroken; round++)
    isBroken = await race(cast).then((outcome) => !isAllowed(outcome));
  expect(isBroken).toBe(true);
});
