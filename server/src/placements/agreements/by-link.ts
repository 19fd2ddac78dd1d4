import { utcDay } from '@waypost/contract/dates';
import { currentLocale, msg, t } from '@waypost/contract/i18n';
import { maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
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
import { checkbox, type FormState, type Html, html, textField } from '../../messages/links/html.ts';
import { nameField, noDefaultButton } from '../../messages/links/page.ts';
import type { Purpose } from '../../messages/links/purpose.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { readInput } from '../../platform/access/input.ts';
import { isLinkedAgreement, maySignByLink } from '../../platform/access/ownership.ts';
import { lockProject } from '../projects/changing.ts';
import {
  findDocumentOf,
  findLinkedAgreement,
  findReceipt,
  findSigning,
  type LinkedAgreement,
  type Receipt,
} from './by-link-queries.ts';
import { notifyEnd } from './ending.ts';
import { mailSignerReceipt, receiptOf } from './receipts.ts';
import { markClosed } from './saving-queries.ts';
import { aboutOf, addSignature, followSignature, isLastToSign } from './signing.ts';

const NO_LONGER = msg('You can no longer sign with this link. If you still need to sign, ask the school.');

/** A version of an agreement, signed or declined by a student's guardian or someone who may sign for the business. */
export const signPurpose: Purpose = {
  call: 'signAgreement',
  otherCalls: { decline: 'declineAgreement' },
  title: msg('Sign the training agreement'),
  proves: ['sign'],
  // The people who may sign are on file.
  mayPassOn: false,
  noLonger: NO_LONGER,

  async open(tx, _, now) {
    const agreement = await findLinkedAgreement(tx, now);
    return agreement ? (form) => toForm(agreement, form, now) : () => html`<p>${t(NO_LONGER)}</p>`;
  },

  async act(tx, link, { name, values, proven, now }) {
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
        ...{ method: 'link' as const, sentTo: maskedEmail(link.recipient.email) },
        ...{ proof: proven?.proof ?? null, proofTo: proven?.proofTo ?? '' },
      };
      const moments = { signedOn: utcDay(now), signedAt: now, recordedAt: now };
      await addSignature(
        tx,
        agreement,
        { party, signerName: name, textHash, ...identified, ...moments },
        now,
      );
    } else await markClosed(tx, agreement, 'declined', { reason, by: name }, now);
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
        const act = { agreementId, version, decision, by: name, isLast } as const;
        const student = { id: studentId, firstName, lastName };
        await mailSignerReceipt(server, outside, link, about, student, act, now);
        const by = { emails: [link.recipient.email] };
        if (way === 'sign') return followSignature(server, outside, agreement, { party, by }, now);
        const end = { how: 'declined', by: name } as const;
        await notifyEnd(server, outside, about, { agreementId, end, by }, now);
      },
    };
  },

  async keep(tx, link, path) {
    const found = await findReceipt(tx, { clientId: link.clientId, id: link.subjectId });
    return found?.text
      ? html`${toSignatures(found, path)}<details><summary>${t('Read the agreement')}</summary>${toText(found.text, found.locale)}</details>`
      : null;
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

function toForm(agreement: LinkedAgreement, form: FormState, now: Date): Html {
  const { party, text, textHash, locale, status, signed, signingOrder: order } = agreement;
  if (text === null || status === 'draft')
    return html`<p>${t('The school is changing this agreement. You get an email once you can sign it.')}</p>`;
  const released = whyReleased(agreement, now);
  if (released) return html`<p>${released}</p>`;
  const document = toText(text, locale);
  const signer = t(partyWords[party]);
  if (status === 'signed') return html`<p>${t('Everyone has signed this agreement.')}</p>${document}`;
  if (!canDecline(party, { ...agreement, order })) {
    const reason = signed.includes(party)
      ? t('Someone has already signed as: {party}.', { party: signer })
      : noLongerSigned(status);
    return html`<p>${reason}</p>${document}`;
  }
  return html`<p>${t('Read it, then sign at the end of this page. You sign as: {party}', {
    party: signer,
  })}</p>${document}<form method="post">${noDefaultButton}<input type="hidden" name="text_hash" value="${textHash}">${nameField(
    form,
  )}${canSign(party, { ...agreement, order }) ? toSigning(form) : html`<p>${t('You can sign once it’s your turn.')}</p>`}${toDeclining(form)}</form><p class="on-paper">${t('Name, signature and date')}</p>`;
}

const toSigning = (form: FormState) =>
  html`${checkbox(form, {
    name: 'agreed',
    label: t('I have read this and I sign it online'),
    hint: t(
      'It counts like a signature on paper. You can print it, and you can ask the school to sign on paper instead.',
    ),
  })}${form.proof}<button name="do" value="sign">${t('Sign the agreement')}</button>`;

/**
 * In the same form, so that the name is typed once. Only signing requires the box, so the browser validates nothing
 * here.
 */
const toDeclining = (form: FormState) =>
  html`<details${form.errors.reason && html` open`}><summary>${t('Decline to sign')}</summary>${textField(
    form,
    {
      name: 'reason',
      label: t('Reason'),
      hint: t('No one can sign this version anymore. Everyone in this placement sees your reason.'),
      required: false,
      maxLength: REASON_MAX,
    },
  )}<button class="second" name="do" value="decline">${t('Decline to sign')}</button></details>`;

/** Who has signed so far, and the code of the signed document once there is one. */
const toSignatures = ({ parties, signatures, code }: Receipt, path: string) =>
  html`<h2>${t('Who has signed')}</h2><ul>${parties.map((party) => {
    const signature = signatures.find((one) => one.party === party);
    const how = signature
      ? t('{name}, {day}', { name: signature.name, day: dayWithYear(signature.signedOn) })
      : t('Not signed yet');
    return html`<li class="receipt">${t(partyWords[party])}<br><span class="soft">${how}</span></li>`;
  })}</ul>${
    code !== null &&
    html`<p>${t('Code of the signed document: {code}', { code })}. <a href="/verify/${code}">${t('Check')}</a></p><p><a href="${path}/agreement.pdf" download>${t('Download the signed agreement')}</a></p>`
  }`;

const dayWithYear = (day: string) =>
  new Date(day).toLocaleDateString(`${currentLocale()}-US`, { dateStyle: 'medium', timeZone: 'UTC' });

/** The text with its headings and lists, in its own language. */
function toText(text: string, locale: string): Html {
  const blocks = blocksOf(text);
  const shown = blocks.map((block, index) => {
    if (block.kind === 'heading') return html`<h2>${block.text}</h2>`;
    if (block.kind === 'paragraph') return html`<p>${block.text}</p>`;
    const isItem = (place: number) => blocks[place]?.kind === 'item';
    return html`${!isItem(index - 1) && OPEN_LIST}<li>${block.text}</li>${!isItem(index + 1) && CLOSE_LIST}`;
  });
  return html`<div class="text" lang="${locale}">${shown}</div>`;
}

const [OPEN_LIST, CLOSE_LIST] = [html`<ul>`, html`</ul>`];
