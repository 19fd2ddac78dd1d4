import type { Readable } from 'node:stream';
import { t } from '@waypost/contract/i18n';
import { maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import { proofs, proofWords } from '@waypost/contract/messages/proofs/rules';
import { type Refusal, refusals } from '@waypost/contract/refusal';
import type { FastifyReply } from 'fastify';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { ProofState } from '../proofs/queries.ts';
import { type FormState, type Html, html, shownMoment } from './html.ts';
import { HEADERS, nameField, noDefaultButton, notMe, passOnForm, proofFields, toPage } from './page.ts';
import type { Purpose, StoredDocument } from './purpose.ts';
import type { FoundAct } from './queries.ts';

/** A link as its page shows it. */
export interface Found {
  link: LinkCaller;
  purpose: Purpose;
  toForm: ((form: FormState) => Html) | null;
  acts: FoundAct[];
  /** Additional content of the receipt page (`Purpose.keep`). */
  kept: Html | null;
  /** The second proof that the form needs; null if none is required. */
  proof: ProofState | null;
  /** Why an expired link is not renewed; null if it is. */
  whyNotRenew: string | null;
}

/** Who reads the page. */
export const readerOf = ({ link }: Pick<Found, 'link'>) =>
  ({ locale: link.recipient.locale, you: 'usted' }) as const;

/** The result of a POST. */
interface PostResult {
  wrong?: string;
  notice?: string | null;
}

/** The page of a link. */
export function send(
  reply: FastifyReply,
  status: number,
  found: Found,
  form: FormState,
  outcome: PostResult = {},
) {
  const page = forReader(readerOf(found), () => {
    const proof = found.proof !== null && proofFields(form, found.proof, found.link.client);
    const isAtField = Object.keys(form.errors).length > 0;
    const isRenewed = found.link.state === 'expired' && Boolean(outcome.notice);
    return toPage({
      title: t(found.purpose.title),
      isWrong: outcome.wrong !== undefined,
      from: found.link.client,
      body: html`${outcome.wrong !== undefined && toAlert(outcome.wrong, isAtField)}${
        outcome.notice && html`<p class="done" role="status">${outcome.notice}</p>`
      }${!isRenewed && bodyOf(found, { ...form, proof })}${receiptOf(found)}${found.kept}`,
      footer: otherWays(found, form),
    });
  });
  return sendPage(reply, status, page);
}

/** What is wrong. It takes the focus if no field does, so that it is read first. */
const toAlert = (wrong: string, isAtField: boolean) =>
  html`<p class="alert" role="alert"${!isAtField && html` tabindex="-1" autofocus`}>${wrong}</p>`;

function bodyOf({ link, toForm, whyNotRenew }: Found, form: FormState): Html {
  switch (link.state) {
    case 'open':
      return toForm ? toForm(form) : html`<p>${t('Nothing is left to do here.')}</p>`;
    case 'done':
      return html`<p>${t('Everything here is done. You can close this page.')}</p>`;
    case 'passed on':
      return html`<p>${t('You passed this on to {name}, who got a link of their own.', { name: link.passedOnTo ?? '' })}</p>`;
    default:
      if (whyNotRenew !== null) return html`<p>${whyNotRenew}</p>`;
      return html`<p>${t('This link has expired. We can send a new one to {email}.', {
        email: maskedEmail(link.recipient.email),
      })}</p><form method="post">${noDefaultButton}${nameField(form)}<button name="do" value="renew">${t(
        'Send me a new link',
      )}</button></form>`;
  }
}

/** "This isn't me" on every page of a link, unless it was passed on; "Pass this on" where something can be done. */
const otherWays = ({ link, purpose, toForm }: Found, form: FormState) =>
  link.state !== 'passed on' && html`${toForm && purpose.mayPassOn && passOnForm(form)}${notMe(form)}`;

function receiptOf({ acts, purpose, link }: Found): Html | false {
  if (acts.length === 0) return false;
  // Next to a form, only as many as leave the page below 15 kB.
  const latest = acts.slice(link.state === 'open' ? -8 : -40);
  const lines = latest.map(({ at, name, details, about }) => {
    const whom = about?.firstName ? `${shortName(about.firstName, about.lastName ?? '')}: ` : '';
    const by = t('By {name}, {moment}', { name, moment: shownMoment(at, link.client.timeZone) });
    const proof = proofs.find((one) => one === details.proof);
    const how = proof && t(proofWords[proof], { proofTo: String(details.proof_to) });
    return html`<li class="receipt">${whom}${purpose.receipt(details)}<br><span class="soft">${by}${
      how && html`<br>${how}`
    }</span></li>`;
  });
  return html`<h2>${t('What was done with this link')}</h2><ul>${lines}</ul>${
    latest.length < acts.length &&
    html`<p>${t('and {more} more.', { more: acts.length - latest.length })}</p>`
  }`;
}

/** The page for an address that is no link, or no longer. */
export function sendDeadLinkPage(reply: FastifyReply) {
  const body = html`<p>${t(
    'It may be incomplete, or it is no longer valid. Open it again from your newest email, or ask the school that sent it.',
  )}</p><p><a href="/login">${t('Log in with an account')}</a></p>`;
  return sendPage(reply, refusals['not-found'].status, toPage({ title: t('This link doesn’t work'), body }));
}

/** The page after “This isn’t me”. */
export function sendEnded(reply: FastifyReply, { link }: Found) {
  const body = html`<p>${t('Thank you for telling us. The school was told, and this link no longer works.')}</p>`;
  return sendPage(reply, 200, toPage({ title: t('This isn’t for you'), from: link.client, body }));
}

/** The page after a decision with a link that was revoked right after it. */
export function sendSaved(reply: FastifyReply, { link, purpose }: Found, notice: string) {
  const body = html`<p class="done" role="status">${notice}</p>`;
  return sendPage(reply, 200, toPage({ title: t(purpose.title), from: link.client, body }));
}

/** The page for all other refusals: too many tries, another site, an unreachable database. */
export function sendRefusedLink(reply: FastifyReply, refusal: Refusal) {
  const body = html`<p>${refusal.message}</p>`;
  return sendPage(
    reply,
    refusals[refusal.kind].status,
    toPage({ title: t(refusals[refusal.kind].title), body }),
  );
}

export const sendDocument = (
  reply: FastifyReply,
  { name, contentType, bytes }: StoredDocument,
  content: Readable,
) =>
  reply
    .headers(HEADERS)
    .header(
      'content-disposition',
      `attachment; filename="agreement.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('content-length', bytes)
    .type(contentType)
    .send(content);

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page);
