import { shownDate, utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { bothNames, maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import { ReasonInput, SignatureInput } from '@waypost/contract/placements/agreements/forms';
import {
  type AgreementStatus,
  canDecline,
  canSign,
  hasOutgrownGuardian,
  isAwaitingSignatures,
  partyWords,
  REASON_MAX,
  statusWords,
  TEXT_CHANGED,
  whyNot,
} from '@waypost/contract/placements/agreements/rules';
import { blocksOf } from '@waypost/contract/placements/agreements/template';
import { refuse } from '@waypost/contract/refusal';
import type { ReactNode } from 'react';
import { Checkbox, type FormState, TextField } from '../../messages/links/html.tsx';
import { Button, Form, NameField } from '../../messages/links/page.tsx';
import type { Purpose } from '../../messages/links/purpose.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { readInput } from '../../platform/access/input.ts';
import { isLinkedAgreement, maySignByLink } from '../../platform/access/ownership.ts';
import { lockProject } from '../projects/project-changes.ts';
import {
  findDocumentOf,
  findLinkedAgreement,
  findReceipt,
  findSigning,
  type LinkedAgreement,
  type Receipt,
} from './by-link-queries.ts';
import { markClosed } from './change-queries.ts';
import { notifyEnd } from './end-notices.ts';
import { mailSignerReceipt, receiptOf } from './receipts.ts';
import { aboutOf, addSignature, followSignature, isLastToSign } from './signatures.ts';

const NO_LONGER = msg('You can no longer sign with this link. If you still need to sign, ask the school.');

/** A version of an agreement, signed or declined by a student's guardian or someone who may sign for the business. */
export const signPurpose: Purpose = {
  call: 'signAgreement',
  otherCalls: { decline: 'declineAgreement' },
  title: msg('Sign the training agreement'),
  proves: ['sign'],
  asPerson: true,
  // The people who may sign are on file.
  mayPassOn: false,
  noLonger: NO_LONGER,

  async open(tx, link, now) {
    const agreement = await findLinkedAgreement(tx, now);
    return agreement ? (form) => toForm(link, agreement, form, now) : () => <p>{t(NO_LONGER)}</p>;
  },

  async act(tx, link, { name, nameOnFile, values, proven, now }) {
    const way = values.get('do');
    if (way !== 'sign' && way !== 'decline') refuse('invalid-input');
    const { reason } =
      way === 'decline' ? readInput(ReasonInput, { reason: values.get('reason') }) : { reason: '' };
    if (way === 'sign') readInput(SignatureInput, { name, agreed: values.get('agreed') === 'yes' });
    const seen = (await findLinkedAgreement(tx, now)) ?? refuse('not-found');
    await lockProject(link, seen.projectId, tx, maySignByLink);
    const agreement = authorize(link, await findLinkedAgreement(tx, now), isLinkedAgreement);
    const { party, version, textHash, signingOrder: order } = agreement;
    const released = whyReleased(agreement, now);
    if (released) refuse('conflict', released);
    if (textHash === null || textHash !== values.get('text_hash')) refuse('conflict', t(TEXT_CHANGED));
    const may = way === 'sign' ? canSign : canDecline;
    if (!may(party, { ...agreement, order })) refuse('conflict', whyNot(agreement.status));
    if (way === 'sign') {
      const identified = {
        method: 'link' as const,
        email: link.recipient.email,
        sentTo: maskedEmail(link.recipient.email),
        proof: proven?.proof ?? null,
        proofTo: proven?.proofTo ?? '',
      };
      const moments = { signedOn: utcDay(now), signedAt: now, recordedAt: now };
      await addSignature(
        tx,
        agreement,
        { party, signerName: name, nameOnFile, textHash, ...identified, ...moments },
        now,
      );
    } else await markClosed(tx, agreement, 'declined', { reason, by: bothNames(name, nameOnFile) }, now);
    // If the person lost access in between, the status was not changed.
    if (!(await findLinkedAgreement(tx, now))) refuse('not-found');
    return {
      actions: [
        {
          about: { id: agreement.studentId, name: nameOf(agreement) },
          action: way === 'sign' ? 'sign agreement' : 'decline agreement',
          details: {
            project: agreement.projectId,
            version,
            decision: way === 'sign' ? 'signed' : 'declined',
          },
        },
      ],
      isDone: true,
      after: async (server, outside) => {
        const about = await aboutOf(server, agreement);
        const { id: agreementId, studentId, firstName, lastName } = agreement;
        const decision = way === 'sign' ? 'signed' : 'declined';
        const isLast = way === 'sign' && isLastToSign(agreement, party);
        const act = { agreementId, version, decision, by: bothNames(name, nameOnFile), isLast } as const;
        const student = { id: studentId, firstName, lastName };
        await mailSignerReceipt(server, outside, link, about, student, act, now);
        const by = { emails: [link.recipient.email] };
        if (way === 'sign') return followSignature(server, outside, agreement, { party, by }, now);
        const end = { how: 'declined', by: bothNames(name, nameOnFile) } as const;
        await notifyEnd(server, outside, about, { agreementId, end, by }, now);
      },
    };
  },

  async keep(tx, link, path) {
    const found = await findReceipt(tx, { clientId: link.clientId, id: link.subjectId });
    if (!found?.text) return null;
    return (
      <>
        {toSignatures(found, path)}
        <details>
          <summary>{t('Read the agreement')}</summary>
          {toText(found.text, found.locale)}
        </details>
      </>
    );
  },

  document: (tx, link) => findDocumentOf(tx, { clientId: link.clientId, id: link.subjectId }),

  async isOver(tx, link, now) {
    const found = await findSigning(tx, link, now);
    if (found === undefined) return t(NO_LONGER);
    const released = whyReleased(found, now);
    if (released) return released;
    const { status } = found;
    if (status === 'signed') return t('Everyone has signed this agreement.');
    return status === 'draft' || isAwaitingSignatures(status) ? null : noLongerSigned(status);
  },

  receipt: ({ decision, version }) =>
    receiptOf(decision === 'signed' ? 'signed' : 'declined', Number(version)),
};

const noLongerSigned = (status: AgreementStatus) =>
  t('This agreement can no longer be signed: {status}.', { status: t(statusWords[status]) });

const nameOf = ({ firstName, lastName }: LinkedAgreement) => shortName(firstName, lastName);

/** Why a guardian is no longer a party, in words; null if they are, or if the link is not a guardian's. */
function whyReleased(
  agreement: Pick<
    LinkedAgreement,
    'status' | 'party' | 'parties' | 'signed' | 'sentAt' | 'birthDate' | 'firstName' | 'lastName'
  >,
  now: Date,
): string | null {
  const { party, parties, status, birthDate } = agreement;
  if (party !== 'guardian' || status === 'draft') return null;
  const isReleased = !parties.includes('guardian') && !needsGuardian(birthDate, utcDay(now));
  if (!isReleased && !hasOutgrownGuardian(agreement, utcDay(now))) return null;
  return t('{student} is now 18 and signs for themselves.', {
    student: shortName(agreement.firstName, agreement.lastName),
  });
}

function toForm({ recipient }: LinkCaller, agreement: LinkedAgreement, form: FormState, now: Date) {
  const { party, text, textHash, locale, status, signed, signingOrder: order } = agreement;
  if (text === null || status === 'draft')
    return <p>{t('The school is changing this agreement. You get an email once you can sign it.')}</p>;
  const released = whyReleased(agreement, now);
  if (released) return <p>{released}</p>;
  const signer = t(partyWords[party]);
  const withText = (words: string, more?: ReactNode) => (
    <>
      <p>{words}</p>
      {toText(text, locale)}
      {more}
    </>
  );
  if (status === 'signed') return withText(t('Everyone has signed this agreement.'));
  if (!canDecline(party, { ...agreement, order }))
    return withText(
      signed.includes(party)
        ? t('Someone has already signed as: {party}.', { party: signer })
        : noLongerSigned(status),
    );
  return withText(
    `${t('Read it, then sign at the end of this page.')} ${signsAs(recipient.name, agreement)}`,
    <>
      <Form>
        <input type="hidden" name="text_hash" value={textHash ?? ''} />
        <NameField form={form} />
        {canSign(party, { ...agreement, order }) ? (
          <Signing form={form} />
        ) : (
          <p>{t('You can sign once it’s your turn.')}</p>
        )}
        <Declining form={form} />
      </Form>
      <p className="on-paper">{t('Name, signature and date')}</p>
    </>,
  );
}

/** Whose signature it is, and for whom. */
const signsAs = (name: string, { party, firstName, lastName, business }: LinkedAgreement) =>
  party === 'guardian'
    ? t('You sign as {name}, {student}’s parent or guardian.', {
        name,
        student: shortName(firstName, lastName),
      })
    : t('You sign as {name}, for {business}.', { name, business });

const Signing = ({ form }: { form: FormState }) => (
  <>
    <Checkbox
      form={form}
      name="agreed"
      label={t('I have read this and I sign it online')}
      hint={t(
        'It counts like a signature on paper. You can print it, and you can ask the school to sign on paper instead.',
      )}
    />
    {form.proof}
    <Button value="sign">{t('Sign the agreement')}</Button>
  </>
);

/**
 * In the same form, so that the name is typed once. Only signing requires the box, so the browser validates nothing
 * here.
 */
const Declining = ({ form }: { form: FormState }) => (
  <details open={form.errors.reason !== undefined}>
    <summary>{t('Decline to sign')}</summary>
    <TextField
      form={form}
      name="reason"
      label={t('Reason')}
      hint={t('No one can sign this version anymore. Everyone in this placement sees your reason.')}
      required={false}
      maxLength={REASON_MAX}
    />
    <Button isSecond value="decline">
      {t('Decline to sign')}
    </Button>
  </details>
);

/** Who has signed so far, and the code of the signed document once there is one. */
const toSignatures = ({ parties, signatures, code }: Receipt, path: string) => (
  <>
    <h2>{t('Who has signed')}</h2>
    <ul>
      {parties.map((party) => {
        const signature = signatures.find((one) => one.party === party);
        return (
          <li key={party} className="receipt">
            {t(partyWords[party])}
            <br />
            <span className="soft">
              {signature
                ? t('{name}, {day}', {
                    name: bothNames(signature.name, signature.nameOnFile),
                    day: shownDate(signature.signedOn),
                  })
                : t('Not signed yet')}
            </span>
          </li>
        );
      })}
    </ul>
    {code !== null && (
      <>
        <p>
          {t('Code of the signed document: {code}', { code })}. <a href={`/verify/${code}`}>{t('Check')}</a>
        </p>
        <p>
          <a href={`${path}/agreement.pdf`} download>
            {t('Download the signed agreement')}
          </a>
        </p>
      </>
    )}
  </>
);

/** The text with its headings and lists, in its own language. */
function toText(text: string, locale: string) {
  const shown: ReactNode[] = [];
  let items: ReactNode[] = [];
  for (const [index, block] of [...blocksOf(text), null].entries()) {
    if (block?.kind === 'item') {
      items.push(<li key={index}>{block.text}</li>);
      continue;
    }
    if (items.length > 0) shown.push(<ul key={`list ${index}`}>{items}</ul>);
    items = [];
    if (block?.kind === 'heading') shown.push(<h2 key={index}>{block.text}</h2>);
    if (block?.kind === 'paragraph') shown.push(<p key={index}>{block.text}</p>);
  }
  return (
    <div className="text" lang={locale}>
      {shown}
    </div>
  );
}
