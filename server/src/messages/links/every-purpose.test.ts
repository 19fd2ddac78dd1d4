import { type LinkPurpose, linkPurposes } from '@waypost/contract/messages/links/rules';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { allPurposes } from '../../all-purposes.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { linkActs, links } from '../../platform/database/tables/links.ts';

/* Rules for links of every purpose. A new purpose only adds what its recipient types. */
const server = startTestServer();
const DAY = 86_400_000;
const ROUNDS = rounds(3);
const rows = () => everything(server.database.owner);

type Placement = Awaited<ReturnType<typeof aLinkedPlacement>>;
type Fields = [string, string][];

const NAME = 'Grace Hopper';

/** What a person adds to the form, and the button that they press; null where there is nothing to do. */
const typed: Record<LinkPurpose, ((placement: Placement) => Record<string, string>) | null> = {
  hours: ({ project }) => ({ do: `all ${project.id} 1` }),
  evaluation: () => ({
    supervisor: 'Grace',
    internship_facilitator: 'Mary',
    contact_phone: '(410)555-0107',
    comments: 'Good.',
    do: 'evaluate',
  }),
  sign: () => ({ agreed: 'yes', sure: NAME, do: 'sign' }),
  consent: () => ({ agreed: 'yes', sure: NAME, do: 'consent' }),
  supervisor: () => ({ do: 'confirm' }),
  progress: null,
};

async function aLink(purpose: LinkPurpose, placement?: Placement) {
  const its = placement ?? (await aLinkedPlacement(server));
  const token = await (purpose === 'supervisor' ? its.issue(purpose, OWEN) : its.issue(purpose));
  const page = await (await openLink(server, token)).text();
  const submission: Fields = Object.entries({
    ...Object.fromEntries(fieldsOf(page)),
    name: NAME,
    ...typed[purpose]?.(its),
  });
  return { ...its, token, page, submission };
}

/** The fields of a page's forms with the values that they have before anybody types. */
function fieldsOf(page: string, isChecked = false): Fields {
  const fields: Fields = [];
  for (const [tag] of page.matchAll(/<(?:input|textarea)[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name !== undefined && (isChecked || !tag.includes('type="checkbox"')))
      fields.push([name, /value="([^"]*)"/.exec(tag)?.[1] ?? '']);
  }
  for (const [, name = '', options = ''] of page.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/g))
    fields.push([name, /value="([^"]*)" selected/.exec(options)?.[1] ?? '']);
  return fields;
}

const buttonsOf = (page: string) =>
  [...page.matchAll(/<button[^>]* value="([^"]*)" name="do"/g)].map(([, value = '']) => value);

const withForm = linkPurposes.filter((purpose) => typed[purpose] !== null);

describe.each(linkPurposes)('a link for %s', (purpose) => {
  test('opened, and with every button pressed but nothing typed, changes nothing and still works', async () => {
    const { token, page, submission } = await aLink(purpose);
    const before = await rows();
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'])
      expect((await openLink(server, token, { method })).status).toBe(200);
    const buttons = buttonsOf(page);
    expect(buttons).toContain('not-me');
    expect(buttons.length).toBeGreaterThan(typed[purpose] ? 1 : 0);
    for (const button of ['', ...buttons])
      for (const isChecked of [false, true]) {
        const reply = await postLink(server, token, [...fieldsOf(page, isChecked), ['do', button]]);
        expect([button, reply.status]).toEqual([button, 400]);
      }
    expect(await rows()).toBe(before);
    const still = await openLink(server, token);
    expect([still.status, await still.text()]).toEqual([200, page]);
    if (!typed[purpose]) return;
    const done = await postLink(server, token, submission);
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining('Everything here is done.'),
    ]);
    expect(await rows()).not.toBe(before);
  });

  test('guessed, altered, revoked or deleted does nothing, and all get the same page', async () => {
    const { token, submission } = await aLink(purpose);
    const [revoked, deleted] = [await aLink(purpose), await aLink(purpose)];
    await postLink(server, revoked.token, { who: 'Eve', do: 'not-me' });
    await server.db.delete(links).where(eq(links.accountId, await accountOf(deleted.token)));
    const before = await rows();
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const pagesShown: unknown[] = [];
    for (const [one, what] of [
      ['x'.repeat(43), submission],
      [altered, submission],
      [`${token}x`, submission],
      [revoked.token, revoked.submission],
      [deleted.token, deleted.submission],
    ] as const)
      for (const reply of [await openLink(server, one), await postLink(server, one, what)])
        pagesShown.push([reply.status, await reply.text()]);
    expect(pagesShown[0]).toEqual([404, expect.stringContaining('This link doesn’t work')]);
    for (const one of pagesShown) expect(one).toEqual(pagesShown[0]);
    expect(await rows()).toBe(before);
  });

  test('expired does nothing but offer a new one', async () => {
    const { token, submission } = await aLink(purpose);
    server.clock.moveBy(30 * DAY);
    onTestFinished(() => server.clock.moveBy(-30 * DAY));
    const before = await rows();
    const replies = [await openLink(server, token), await postLink(server, token, submission)];
    for (const reply of replies) {
      const page = await reply.text();
      expect(reply.status).toBe(200);
      expect(['renew', 'not-me']).toEqual(expect.arrayContaining(buttonsOf(page)));
      expect(buttonsOf(page)).toContain('not-me');
      expect(page).not.toContain('Ada');
    }
    expect(await rows()).toBe(before);
  });

  test('does nothing of another purpose', async () => {
    const placement = await aLinkedPlacement(server);
    const { token } = await aLink(purpose, placement);
    const others: [LinkPurpose, Fields][] = [];
    for (const other of withForm.filter((one) => one !== purpose))
      others.push([other, (await aLink(other, placement)).submission]);
    const before = await rows();
    for (const [other, submission] of others) {
      const { status } = await postLink(server, token, submission);
      expect([other, status]).toEqual([
        other,
        typed[purpose] ? expect.toSatisfy((one) => one === 400 || one === 409) : 403,
      ]);
    }
    expect(await rows()).toBe(before);
  });

  test('of another school system does nothing here', async () => {
    const [mine, theirs] = [await aLink(purpose), await aLink(purpose)];
    const before = await rowsOf(mine.client.id);
    await postLink(server, theirs.token, mine.submission);
    await openLink(server, theirs.token);
    expect(await rowsOf(mine.client.id)).toEqual(before);
    expect((await openLink(server, mine.token)).status).toBe(200);
  });
});

test.each(withForm)(
  'submitting a link for %s a second time changes nothing and shows the receipt',
  async (purpose) => {
    const { token, submission } = await aLink(purpose);
    await postLink(server, token, submission);
    const before = await rows();
    const mails = server.jobs.mail.length;
    const replies = [await postLink(server, token, submission), await openLink(server, token)];
    for (const reply of replies)
      expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('By Grace Hopper')]);
    expect([await rows(), server.jobs.mail.length]).toEqual([before, mails]);
  },
);

test.each(withForm)(
  'when several people submit a link for %s at once, among wrong links, exactly one succeeds',
  { timeout: 900_000 },
  async (purpose) => {
    const other = withForm.find((one) => one !== purpose) ?? purpose;
    for (let round = 0; round < ROUNDS; round++) {
      // Resets the budget of wrong links from earlier rounds.
      server.clock.moveBy(60 * 60_000);
      const { client, token, submission, issue } = await aLink(purpose);
      const [revoked, expired, ofAnother] = [await issue(purpose), await issue(purpose), await issue(other)];
      await server.db.update(links).set({ revokedAt: server.clock.now() }).where(isLink(revoked));
      await server.db.update(links).set({ expiresAt: server.clock.now() }).where(isLink(expired));
      const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
      const foreign = await (await aLinkedPlacement(server)).issue(purpose);
      const wrong = [altered, revoked, expired, ofAnother, foreign];
      const byAlan: Fields = [...submission.filter(([name]) => name !== 'name'), ['name', 'Alan Turing']];
      const replies = await Promise.all([
        postLink(server, token, submission),
        ...wrong.map((one) => postLink(server, one, submission)),
        postLink(server, token, byAlan),
        postLink(server, token, submission),
      ]);
      const acts = await server.db.select().from(linkActs).where(eq(linkActs.clientId, client.id));
      expect(acts.map(({ name }) => name)).toEqual([expect.stringMatching(/^(Grace Hopper|Alan Turing)$/)]);
      const { status } = await openLink(server, token);
      expect([status, ...replies.map((reply) => reply.status)]).not.toContain(500);
      expect(await (await openLink(server, token)).text()).toContain(`By ${acts[0]?.name}`);
    }
  },
);

test('every purpose is tested', () => {
  expect(Object.keys(typed).sort()).toEqual(Object.keys(allPurposes).sort());
});

const isLink = (token: string) => eq(links.tokenHash, hashSecret(token));

async function accountOf(token: string): Promise<string> {
  const { rows: found } = await server.database.owner.query<{ id: string }>(
    `select account_id as id from links where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return found[0]?.id ?? '';
}

/** Every row of one school system, as text. */
async function rowsOf(clientId: string): Promise<string[]> {
  const { rows: tables } = await server.database.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'`,
  );
  const all = tables.map(
    ({ name }) => `select '${name}: ' || to_jsonb(t)::text as row from "${name}" t where client_id = $1`,
  );
  const { rows: found } = await server.database.owner.query<{ row: string }>(
    `${all.join(' union all ')} order by 1`,
    [clientId],
  );
  return found.map(({ row }) => row);
}
