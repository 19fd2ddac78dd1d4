import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type LinkPurpose, linkPurposes } from '@waypost/contract/messages/links/rules';
import type { AgreementSetup } from '@waypost/contract/placements/agreements/calls';
import { Client } from 'pg';
import { ask } from './calls.ts';
import { aBusiness, aPlacement, aStudent, fillInAgreement, type Person, remindNow } from './people.ts';
import type { Product } from './server.ts';

// A link of every purpose, each from the email that the product sends, and the action on its page.

/** What a person types, checks and presses, by the names of the fields, which are the same in every language. */
interface Submission {
  fields: Record<string, string>;
  boxes: string[];
  /** The start of the button's value. */
  button: string;
}

/** What to submit for each purpose; null if its page has none. */
export const submissions: Record<LinkPurpose, Submission | null> = {
  hours: { fields: { name: 'Ruth Calloway' }, boxes: [], button: 'all ' },
  evaluation: {
    fields: { internship_facilitator: 'Mary', comments: 'Asks good questions.', name: 'Owen Back' },
    boxes: ['discussed'],
    button: 'evaluate',
  },
  sign: { fields: { name: 'Anne Weems' }, boxes: ['agreed'], button: 'sign' },
  consent: { fields: { name: 'Anne Weems' }, boxes: ['agreed'], button: 'consent' },
  supervisor: { fields: { name: 'Owen Back' }, boxes: [], button: 'confirm' },
  progress: null,
};

/**
 * The pages of links. Signing and consenting are first visited with a required code (`requireCodes`), because those
 * visits do not use up the link.
 */
export const linkPages: readonly { purpose: LinkPurpose; code: boolean }[] = [
  { purpose: 'sign', code: true },
  { purpose: 'consent', code: true },
  ...linkPurposes.map((purpose) => ({ purpose, code: false })),
];

/** Sets whether signing and consenting by link require a code. */
export async function requireCodes(staff: Page['request'], second_proof: boolean): Promise<void> {
  const school = { request: staff };
  const { signing_order, hours_before_signed } = await ask<AgreementSetup>(school, '/api/getAgreementSetup');
  const settings = { signing_order, hours_before_signed, second_proof };
  await ask(school, '/api/agreement_saveSettings', settings);
}

const formOf = (page: Page) => page.locator('main form').first();

async function fill(page: Page, { fields, boxes }: Submission): Promise<void> {
  for (const [name, text] of Object.entries(fields))
    await formOf(page).locator(`[name="${name}"]`).fill(text);
  for (const name of boxes) await formOf(page).locator(`[name="${name}"]`).check();
}

/** Requests a code on the open page, and expects the page to say where it was sent. */
export async function askForCode(page: Page, submission: Submission): Promise<void> {
  await fill(page, submission);
  await formOf(page).locator('button[value="code"]').click();
  await expect(page.locator('main .done')).toContainText('a•••@work.test');
}

/** Submits the form on the open page with a wrong code, and expects an error at the code. */
export async function typeWrongCode(page: Page, submission: Submission): Promise<void> {
  await formOf(page).locator('[name="code"]').fill('12345');
  await formOf(page).locator(`button[value="${submission.button}"]`).click();
  await expect(formOf(page).locator('[name="code"]')).toHaveAttribute('aria-invalid', 'true');
}

/** Fills in and submits the form on the open page, and expects the receipt. */
export async function perform(page: Page, submission: Submission): Promise<void> {
  await fill(page, submission);
  await formOf(page).locator(`button[value^="${submission.button}"]`).first().click();
  // After a signature, the page also has the other parties’ receipts.
  await expect(page.locator('main li.receipt').first()).toBeVisible();
  await expect(page.locator('main form')).toHaveCount(0);
}

/** A placement with pending hours and an agreement to sign, and a link of each purpose for it. */
export async function linksOfAPlacement(
  somebody: () => Promise<Page>,
  staff: Page['request'],
  language: 'en' | 'es' = 'en',
): Promise<Record<LinkPurpose, string>> {
  const school = { request: staff };
  await requireCodes(staff, false);
  const business = await aBusiness(await somebody(), staff, 'Back Creek Sails');
  await ask(business.page, '/api/saveLocale', { locale: language });
  const business_id = business.id;
  const owen = { name: 'Owen Back', email: `owen.${business_id}@sails.test`, phone: '(410)555-0177' };
  const [first] = await ask<object[]>(school, `/api/getContacts?business_id=${business_id}`);
  await ask(school, '/api/saveContact', { business_id, ...first, roles: ['administration'] });
  await ask(school, '/api/saveContact', { business_id, ...owen, roles: ['supervisor'] });
  const born = `${new Date().getFullYear() - 16}-01-15`;
  const student = await aStudent(await somebody(), staff, 'Nora', 'Weems', { birth_date: born });
  const student_id = student.id;
  const anne = { name: 'Anne Weems', email: `anne.${student_id}@families.test`, language, may_sign: true };
  const guardians = await ask<{ _id: string; email: string }[]>(school, '/api/saveGuardian', {
    student_id,
    ...anne,
  });
  const guardian_id = guardians.find(({ email }) => email === anne.email)?._id;
  const codes = { email: `anne.${student_id}@work.test` };
  await ask(school, '/api/saveCodeAddress', { account_id: student_id, _id: guardian_id, ...codes });
  const project_id = await aPlacement(business, student, 'Sails from loft to mast');
  await fillInAgreement(staff, project_id, owen.name);

  const known = new Set<string>();
  /** The link in the next email to this address. */
  const linkTo = async (address: string) => {
    let found: string | undefined;
    await expect
      .poll(async () => {
        const mails = (await (await staff.get('/outbox')).text()).split('<article>');
        found = mails
          .filter((mail) => mail.includes(`To: ${address}<`))
          .flatMap((mail) => /\/link\/[\w-]{43}/.exec(mail)?.[0] ?? [])
          .find((path) => !known.has(path));
        return found;
      })
      .toBeDefined();
    known.add(found ?? '');
    return found ?? '';
  };
  await ask(school, '/api/askForConsent', { student_id, guardian_id });
  const decided = await linkTo(anne.email);
  const phone = await somebody();
  await phone.goto(decided);
  if (submissions.consent) await perform(phone, submissions.consent);
  // The email after the decision has the link to the progress.
  const progress = await linkTo(anne.email);
  await ask(school, '/api/askForConsent', { student_id, guardian_id });
  const consent = await linkTo(anne.email);
  await ask(school, '/api/agreement_send', { project_id, revision: 2 });
  const sign = await linkTo(anne.email);
  await ask(school, '/api/project_askSupervisor', { project_id });
  const supervisor = await linkTo(owen.email);
  await ask(school, '/api/project_askForEvaluation', { project_id });
  const evaluation = await linkTo(owen.email);
  await logHours(student, project_id);
  await remindNow(school, [`hours:${project_id}`]);
  const hours = await linkTo(business.email);
  return { hours, evaluation, sign, consent, supervisor, progress };
}

/** Logs an afternoon of yesterday. */
export async function logHours({ page }: Person, project_id: string): Promise<void> {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const text_log = 'Cut a jib and sewed its first seam.';
  await ask(page, '/api/project_createHoursLogEntry', {
    project_id,
    start_date: day,
    end_date: day,
    total_hours: 3.5,
    text_log,
  });
}

/** A digest of the school system's rows in every table that a link or its page may change, for comparing. */
export async function digestOfLinks(product: Product, client: string): Promise<string> {
  const host = join(product.dataDir, 'postgres', 'socket');
  const database = new Client({ host, port: 5432, user: 'postgres', database: 'waypost' });
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(`
      select distinct table_name as name from information_schema.column_privileges
       where grantee = 'waypost_link' and privilege_type in ('INSERT', 'UPDATE')
      union select unnest(array['links', 'link_acts', 'link_codes', 'audit_entries', 'project_approvals'])`);
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['consents', 'evaluations']));
    const digests = tables.map(
      ({ name }) =>
        `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as row
           from "${name}" t where client_id = $1`,
    );
    const { rows } = await database.query<{ row: string }>(`${digests.join(' union all ')} order by 1`, [
      client,
    ]);
    return rows.map(({ row }) => row).join('\n');
  } finally {
    await database.end();
  }
}
