import type { Readable } from 'node:stream';
import { type Locale, t } from '@waypost/contract/i18n';
import { bothNames, maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import { proofs, proofWords } from '@waypost/contract/messages/proofs/rules';
import { type Refusal, refusals } from '@waypost/contract/refusal';
import { shownRecord } from '@waypost/contract/time-zones';
import type { FastifyReply } from 'fastify';
import type { ReactNode } from 'react';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { ProofState } from '../proofs/queries.ts';
import type { FormState } from './html.tsx';
import { Button, Form, HEADERS, NameField, NotMe, PassOnForm, ProofFields, toPage } from './page.tsx';
import type { Purpose, StoredDocument } from './purpose.ts';
import type { FoundAct } from './queries.ts';

/** A link as its page shows it. */
export interface LinkView {
  /** The language of the whole page. */
  locale: Locale;
  link: LinkCaller;
  purpose: Purpose;
  toForm: ((form: FormState) => ReactNode) | null;
  acts: FoundAct[];
  /** Additional content of the receipt page (`Purpose.keep`). */
  kept: ReactNode;
  /** The second proof that the form needs; null if none is required. */
  proof: ProofState | null;
  /** Why an expired link is not renewed; null if it is. */
  whyNotRenew: string | null;
}

/** Who reads the page. */
export const readerOf = ({ locale }: Pick<LinkView, 'locale'>) => ({ locale, you: 'usted' }) as const;

/** The result of a POST. */
interface PostResult {
  wrong?: string;
  notice?: string | null;
}

/** The page of a link. */
export function send(
  reply: FastifyReply,
  status: number,
  found: LinkView,
  form: FormState,
  outcome: PostResult = {},
) {
  const page = forReader(readerOf(found), () => {
    const proof = found.proof && (
      <ProofFields form={form} codeEmail={found.proof.codeEmail} school={found.link.client} />
    );
    const isAtField = Object.keys(form.errors).length > 0;
    const isRenewed = found.link.state === 'expired' && Boolean(outcome.notice);
    return toPage({
      switches: true,
      title: t(found.purpose.title),
      isWrong: outcome.wrong !== undefined,
      from: found.link.client,
      body: (
        <>
          {outcome.wrong !== undefined && toAlert(outcome.wrong, isAtField)}
          {outcome.notice && <Done>{outcome.notice}</Done>}
          {!isRenewed && bodyOf(found, { ...form, proof })}
          {receiptOf(found)}
          {found.kept}
        </>
      ),
      footer: otherWays(found, form),
    });
  });
  return sendPage(reply, status, page);
}

/** What is wrong. It takes the focus if no field does, so that it is read first. */
const toAlert = (wrong: string, isAtField: boolean) => (
  <p className="alert" role="alert" {...(!isAtField && { tabIndex: -1, autoFocus: true })}>
    {wrong}
  </p>
);

const Done = ({ children }: { children: ReactNode }) => (
  <p className="done" role="status">
    {children}
  </p>
);

function bodyOf({ link, toForm, whyNotRenew }: LinkView, form: FormState): ReactNode {
  switch (link.state) {
    case 'open':
      return toForm ? toForm(form) : <p>{t('Nothing is left to do here.')}</p>;
    case 'done':
      return <p>{t('Everything here is done. You can close this page.')}</p>;
    case 'passed on':
      return (
        <p>
          {t('You passed this on to {name}, who got a link of their own.', { name: link.passedOnTo ?? '' })}
        </p>
      );
    default:
      if (whyNotRenew !== null) return <p>{whyNotRenew}</p>;
      return (
        <>
          <p>
            {t('This link has expired. We can send a new one to {email}.', {
              email: maskedEmail(link.recipient.email),
            })}
          </p>
          <Form>
            <NameField form={form} />
            <Button value="renew">{t('Send me a new link')}</Button>
          </Form>
        </>
      );
  }
}

/** "This isn't me" on every page of a link, unless it was passed on; "Pass this on" where something can be done. */
const otherWays = ({ link, purpose, toForm }: LinkView, form: FormState) =>
  link.state !== 'passed on' && (
    <>
      {toForm && purpose.mayPassOn && <PassOnForm form={form} />}
      <NotMe form={form} />
    </>
  );

function receiptOf({ acts, purpose, link }: LinkView): ReactNode {
  if (acts.length === 0) return null;
  // Next to a form, only as many as leave the page below 15 kB.
  const latest = acts.slice(link.state === 'open' ? -8 : -40);
  const lines = latest.map(({ at, name, details, about }, index) => {
    const whom = about?.firstName ? `${shortName(about.firstName, about.lastName ?? '')}: ` : '';
    const who = bothNames(name, String(details.on_file ?? ''));
    const by = t('By {name}, {moment}', { name: who, moment: shownRecord(link.client.timeZone, at) });
    const proof = proofs.find((one) => one === details.proof);
    const how = proof && t(proofWords[proof], { proofTo: String(details.proof_to) });
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
      <li key={index} className="receipt">
        {whom}
        {purpose.receipt(details)}
        <br />
        <span className="soft">
          {by}
          {how && (
            <>
              <br />
              {how}
            </>
          )}
        </span>
      </li>
    );
  });
  return (
    <>
      <h2>{t('What was done with this link')}</h2>
      <ul>{lines}</ul>
      {latest.length < acts.length && <p>{t('and {more} more.', { more: acts.length - latest.length })}</p>}
    </>
  );
}

/** The page for an address that is no link, or no longer. */
export function sendDeadLinkPage(reply: FastifyReply) {
  const body = (
    <>
      <p>
        {t(
          'It may be incomplete, or it is no longer valid. Open it again from your newest email, or ask the school that sent it.',
        )}
      </p>
      <p>
        <a href="/login">{t('Log in with an account')}</a>
      </p>
    </>
  );
  return sendPage(
    reply,
    refusals['not-found'].status,
    toPage({ switches: true, title: t('This link doesn’t work'), body }),
  );
}

/** The page after “This isn’t me”. */
export function sendEnded(reply: FastifyReply, { link }: LinkView) {
  const body = <p>{t('Thank you for telling us. The school was told, and this link no longer works.')}</p>;
  return sendPage(
    reply,
    200,
    toPage({ switches: true, title: t('This isn’t for you'), from: link.client, body }),
  );
}

/** The page after a decision with a link that was revoked right after it. */
export function sendSaved(reply: FastifyReply, { link, purpose }: LinkView, notice: string) {
  const body = <Done>{notice}</Done>;
  return sendPage(reply, 200, toPage({ switches: true, title: t(purpose.title), from: link.client, body }));
}

/** The page for all other refusals: too many tries, another site, an unreachable database. */
export function sendRefusedLink(reply: FastifyReply, refusal: Refusal) {
  const { status, title } = refusals[refusal.kind];
  return sendPage(reply, status, toPage({ switches: true, title: t(title), body: <p>{refusal.message}</p> }));
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
