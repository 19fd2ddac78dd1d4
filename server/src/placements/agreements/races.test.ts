import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { canBecome, type StoredStatus } from '@waypost/contract/placements/agreements/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { agreementTerms } from '../../../../contract/testing/agreement-terms.ts';
import { aLinkedPlacement, postLink } from '../../../testing/links.ts';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { without } from '../../../testing/without-locks.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { links } from '../../platform/database/tables/links.ts';

const { getAgreement, startAgreement, saveAgreementTerms, sendAgreement, signAgreement } = agreementCalls;
const { changeAgreement, declineAgreement, voidAgreement } = agreementCalls;

const server = startTestServer();
const ROUNDS = rounds(3);
const LONG = { timeout: 900_000 };

const terms = agreementTerms;

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

test('all concurrent signatures count, and the last puts it into force', LONG, async () => {
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
});

test('one account that signs twice concurrently signs once', LONG, async () => {
  const cast = await aCast();
  for (let round = 0; round < ROUNDS; round++) {
    const { project_id, text_hash } = await aSentAgreement(cast);
    const sign = () => cast.as.student.send(signAgreement, { project_id, text_hash, ...name });
    const replies = await Promise.all([sign(), sign()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

/** The student signs while staff revert to a draft and the business declines. */
async function race(cast: Cast) {
  const { project_id, text_hash, revision } = await aSentAgreement(cast);
  const replies = await Promise.all([
    cast.as.student.send(signAgreement, { project_id, text_hash, ...name }),
    cast.as.admin.send(changeAgreement, { project_id, revision }),
    cast.as.business.send(declineAgreement, { project_id, text_hash, reason: 'No.' }),
  ]);
  const [signed, changed, declined] = replies.map(({ status }) => status === 200);
  const versions = await server.db.select().from(agreements).where(eq(agreements.projectId, project_id));
  const [only] = versions;
  if (!only || versions.length > 1) throw new Error('a version too many');
  return { signed, changed, declined, only, signatures: await signaturesOf(only.id) };
}

const isAllowed = ({ signed, changed, declined, only, signatures }: Awaited<ReturnType<typeof race>>) => {
  // A reverted text has no signature, and nothing follows a decline.
  if (changed) return !signed && !declined && only.status === 'draft' && signatures.length === 0;
  if (declined) return only.status === 'declined' && signatures.length === (signed ? 1 : 0);
  return false;
};

test(
  'a concurrent signature, text change and decline have one outcome, always an allowed one',
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

test('without the lock, a text is reverted after it was signed', async () => {
  without.placementLock = true;
  const cast = await aCast();
  let isBroken = false;
  for (let round = 0; round < 300 && !isBroken; round++)
    isBroken = await race(cast).then((outcome) => !isAllowed(outcome));
  expect(isBroken).toBe(true);
});

/** A placement whose agreement both parents can sign with their own links. */
async function aLinkedAgreement() {
  // Resets the budget of wrong links from earlier rounds.
  server.clock.moveBy(10 * 60_000);
  const placement = await aLinkedPlacement(server);
  const { agreement, project, client, issue } = placement;
  const admin = server.as(await server.anAdmin({ client }));
  const tokens = [await issue('sign'), await issue('sign')];
  const sign = (token: string | undefined) =>
    postLink(server, token ?? '', {
      text_hash: agreement.textHash,
      name: 'Anne Lovelace',
      agreed: 'yes',
      do: 'sign',
    });
  return { agreement, project_id: project.id, admin, tokens, sign };
}
const statusOf = async (id: string) =>
  (await server.db.select().from(agreements).where(eq(agreements.id, id)))[0]?.status;

test('two parents who sign by link concurrently, one of them twice, leave one signature', LONG, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { agreement, tokens, sign } = await aLinkedAgreement();
    const replies = await Promise.all([...tokens, tokens[0]].map(sign));
    expect(await signaturesOf(agreement.id)).toHaveLength(1);
    expect(await statusOf(agreement.id)).toBe('partly signed');
    // The same link twice shows its receipt; the other parent's shows an error.
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  }
});

/** A parent signs by link while staff revert the agreement to a draft or void it. */
async function raceByLink(round: number) {
  const { agreement, project_id, admin, tokens, sign } = await aLinkedAgreement();
  const { revision } = agreement;
  const ending =
    round % 2 === 0
      ? admin.send(changeAgreement, { project_id, revision })
      : admin.send(voidAgreement, { project_id, revision, reason: 'No.' });
  const [reply, ended] = await Promise.all([sign(tokens[0]), ending]);
  const signatures = await signaturesOf(agreement.id);
  return {
    reply: reply.status,
    ended: ended.status,
    status: await statusOf(agreement.id),
    signatures: signatures.length,
    after: (await sign(tokens[1])).status,
  };
}

/** Either the signature came first, and staff saw an outdated revision, or nothing can be signed anymore. */
const isAllowedByLink = ({
  reply,
  ended,
  status,
  signatures,
  after,
}: Awaited<ReturnType<typeof raceByLink>>) =>
  ended === 200
    ? signatures === 0 && (status === 'draft' || status === 'void') && reply >= 400 && after >= 400
    : ended === 409 && reply === 200 && signatures === 1 && status === 'partly signed' && after === 409;

test(
  'a signature by link while the text is reverted or voided has one outcome, always an allowed one',
  LONG,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await raceByLink(round);
      expect([outcome, isAllowedByLink(outcome)]).toEqual([outcome, true]);
    }
  },
);

test('without the lock, a text is reverted after it was signed by link', LONG, async () => {
  without.placementLock = true;
  let isBroken = false;
  for (let round = 0; round < 300 && !isBroken; round++)
    isBroken = await raceByLink(0).then((outcome) => !isAllowedByLink(outcome));
  expect(isBroken).toBe(true);
});

test(
  'a revoked, expired, replayed or foreign token signs nothing, even during another signature',
  LONG,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { agreement, tokens, sign } = await aLinkedAgreement();
      const foreign = await aLinkedAgreement();
      const ends = round % 2 === 0 ? { revokedAt: server.clock.now() } : { expiresAt: server.clock.now() };
      await server.db
        .update(links)
        .set(ends)
        .where(eq(links.tokenHash, hashSecret(tokens[1] ?? '')));
      const wrong = [tokens[1], foreign.tokens[0], `${tokens[0]?.slice(1)}A`];
      await Promise.all(wrong.map(sign));
      expect(await signaturesOf(agreement.id)).toEqual([]);
      await Promise.all([sign(tokens[0]), sign(tokens[0]), ...wrong.map(sign)]);
      expect(await signaturesOf(agreement.id)).toHaveLength(1);
      // The foreign link belongs to another agreement, whose text it did not show.
      expect(await statusOf(foreign.agreement.id)).toMatch(/^(sent|partly signed)$/);
    }
  },
);
