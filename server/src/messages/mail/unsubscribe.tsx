import { type Reader as Addressed, msg, t } from '@waypost/contract/i18n';
import { type MailKind, mailChoices, mailKinds } from '@waypost/contract/messages/mail/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { networkOf } from '../../platform/access/addresses.ts';
import { billed, billNetwork } from '../../platform/access/billing.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import type { Costs } from '../../platform/access/costs.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { HEADERS, toPage } from '../links/page.tsx';
import { stopPath } from './notify.ts';
import { toAddressed } from './queries.ts';
import { findStopOwner, muteAddress, muteKind, type StopOwner } from './unsubscribe-queries.ts';

/** The log contains this route instead of the address, which has the code. */
const ROUTE = '/unsubscribe/:code/:kind';

interface Dependencies {
  pool: Pool;
  outside: Outside;
  costs: Costs;
}

/** What is requested: to see the page, to stop this mail, or to get it again. */
type StopRequest = 'look' | 'stop' | 'again';

/** A code and a kind that its holder gets. */
interface Subscription {
  owner: StopOwner;
  kind: MailKind;
  /** Which emails these are. */
  sentence: string;
}

/**
 * One-click unsubscribe (RFC 8058): a mail program posts to the address in a mail's header, without cookies. Opening
 * the address only shows a button, because link scanners open it too. People without an account can also turn reminders
 * back on there.
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  { pool, outside, costs }: Dependencies,
): Promise<void> {
  await app.register(async (scope) => {
    // Ignore the body; the URL has everything.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_, __, done) =>
      done(null, null),
    );
    const bill = billNetwork(costs);
    scope.get(ROUTE, bill, (wire, reply) => billed(wire, () => serve(wire, reply, 'look')));
    scope.post(ROUTE, bill, (wire, reply) => billed(wire, () => serve(wire, reply, 'stop')));
    scope.post(`${ROUTE}/again`, bill, (wire, reply) => billed(wire, () => serve(wire, reply, 'again')));
  });

  async function serve(wire: FastifyRequest, reply: FastifyReply, way: StopRequest) {
    const now = outside.clock.now();
    const { code, kind } = wire.params as { code: string; kind: string };
    const withoutSession = <T,>(work: (tx: Tx) => Promise<T>) => asSession(pool, null, now, work);
    const found = await withoutSession((tx) => find(tx, code, kind));
    // People with an account turn them back on in their settings.
    if (!found || (way === 'again' && found.owner.role !== null)) {
      const wrong = budgetOf('wrong codes', networkOf(wire.ip));
      await withinLimits(withoutSession, now, [wrong], async () => undefined);
      return send(reply, 404, t('This link no longer works'), [
        t('Log in to choose which emails you get, under Change Log In Info.'),
        t('Without an account, use the link in your newest email.'),
      ]);
    }
    const { owner } = found;
    if (way !== 'look')
      await withoutSession(async (tx) => {
        await enterTenant(tx, owner.clientId);
        if (owner.role !== null) await muteKind(tx, owner, found.kind);
        else await muteAddress(tx, owner, way === 'stop' ? now : null);
      });
    return forReader(readerOf(owner), () => show(reply, found, { way, path: stopPath(code, found.kind) }));
  }
}

function show(
  reply: FastifyReply,
  { owner, sentence }: Subscription,
  { way, path }: { way: StopRequest; path: string },
) {
  const stop = { label: t('Stop these emails'), path };
  const again = { label: t('Get reminders again'), path: `${path}/again` };
  if (way === 'again') return send(reply, 200, t('You get reminders again.'), [sentence], stop);
  if (owner.role === null && (way === 'stop' || owner.isMuted))
    return send(reply, 200, t('You won’t get these emails anymore.'), [sentence], again);
  return way === 'stop'
    ? send(reply, 200, t('You won’t get these emails anymore.'), [
        t('You can change this under Change Log In Info.'),
      ])
    : send(reply, 200, t('Stop these emails?'), [sentence], stop);
}

const readerOf = (owner: StopOwner): Addressed =>
  owner.role === null ? { locale: owner.locale, you: 'usted' } : toAddressed(owner);

async function find(tx: Tx, code: string, kind: string): Promise<Subscription | undefined> {
  const owner = await findStopOwner(tx, code);
  const known = mailKinds.find((one) => one === kind);
  if (!owner || !known) return undefined;
  return forReader(readerOf(owner), () => {
    if (owner.role === null)
      return known === 'reminder' ? { owner, kind: known, sentence: t(REMINDERS) } : undefined;
    const choice = mailChoices(owner.role).find((one) => one.kind === known);
    if (!choice) return undefined;
    // The settings have a label for each kind, not a sentence.
    const sentence = t('These emails are listed in your settings as “{choice}”.', {
      choice: t(choice.sentence),
    });
    return { owner, kind: known, sentence };
  });
}

const REMINDERS = msg(
  'These emails remind you of what you still have to do for a student, at most once a day. You still get each request itself.',
);

function send(
  reply: FastifyReply,
  status: number,
  title: string,
  lines: string[],
  button?: { label: string; path: string },
) {
  const body = (
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {button && (
        <form method="post" action={button.path}>
          <button type="submit">{button.label}</button>
        </form>
      )}
    </>
  );
  return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(toPage({ title, body }));
}
