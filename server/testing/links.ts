import type { LinkPurpose } from '@waypost/contract/messages/links/rules';
import { parties } from '@waypost/contract/placements/agreements/rules';
import type { Pool } from 'pg';
import { agreementTerms } from '../../contract/testing/agreement-terms.ts';
import { issueLinks } from '../src/messages/links/queries.ts';
import { hashOf } from '../src/placements/agreements/queries.ts';
import { asSession, enterTenant } from '../src/platform/access/tenant.ts';
import { agreements } from '../src/platform/database/tables/agreements.ts';
import { businessContacts } from '../src/platform/database/tables/contacts.ts';
import { guardians } from '../src/platform/database/tables/guardians.ts';
import type { Clock } from '../src/platform/outside/clock.ts';
import type { Factories } from './factories.ts';
import type { TestServer } from './server.ts';

/** The parts of a server that the functions that create rows need. */
type Made = Factories & { clock: Clock; database: { app: Pool } };

/** The student's guardian and the business's signatory on file. */
export const ANNE = 'anne@home.test';
export const OWEN = 'owen@bay.test';

/**
 * A business with an intern whose hours are pending and whose agreement was sent, and a link of each purpose for them.
 */
export async function aLinkedPlacement(
  server: Made,
  given: { client?: { id: string }; business?: Parameters<Made['aBusiness']>[0] } = {},
) {
  const client = given.client ?? (await server.aClient());
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine', ...given.business });
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const project = await server.aProject({ student, business, opportunity });
  const hours = await server.someHours(project, { totalHours: 2.5, createdAt: server.clock.now() });
  const { clientId } = business;
  await server.db.insert(guardians).values({
    clientId,
    studentId: student.id,
    ordinal: 5,
    name: 'Anne Lovelace',
    email: ANNE,
    addedBy: 'school',
    confirmed: true,
  });
  await server.db.insert(businessContacts).values({
    clientId,
    businessId: business.id,
    ordinal: 5,
    name: 'Owen Bay',
    email: OWEN,
    roles: ['signatory'],
  });
  const agreement = await aSentAgreement(server, project);
  const subjects = {
    hours: business.id,
    evaluation: project.id,
    sign: agreement.id,
    consent: student.id,
    supervisor: project.id,
    progress: project.id,
  };
  const issue = async (
    purpose: LinkPurpose,
    email = isGuardians(purpose) ? ANNE : business.email,
    supervisorEmail: string | null = null,
  ) => {
    const link = {
      clientId,
      purpose,
      accountId: email === ANNE ? student.id : business.id,
      subjectId: subjects[purpose],
      recipient: { name: nameOf(purpose, email), email, locale: 'en' as const },
      supervisorEmail,
    };
    const now = server.clock.now();
    const [token = ''] = await asSession(server.database.app, null, now, async (tx) => {
      await enterTenant(tx, business.clientId);
      return issueLinks(tx, [link], now);
    });
    return token;
  };
  return { client, business, student, opportunity, project, hours, agreement, issue };
}

/** Who signs and consents is the person on file; the other links are the business's. */
const nameOf = (purpose: LinkPurpose, email: string) => {
  if (purpose !== 'sign' && purpose !== 'consent') return 'Bayside Marine';
  return email === OWEN ? 'Owen Bay' : 'Anne Lovelace';
};

const isGuardians = (purpose: LinkPurpose) => ['sign', 'consent', 'progress'].includes(purpose);

/** A version of a placement's agreement that everyone can sign. */
export async function aSentAgreement(
  server: Pick<Made, 'db' | 'clock'>,
  { clientId, id: projectId }: { clientId: string; id: string },
  but: Partial<typeof agreements.$inferInsert> = {},
) {
  const body =
    '# The placement\n\nAda works at Bayside Marine.\n\nDuties: [duties]\n\n- On time\n- With care';
  const text = body.replace('[duties]', 'Sands.');
  const now = server.clock.now();
  const [agreement] = await server.db
    .insert(agreements)
    .values({
      clientId,
      projectId,
      version: 1,
      status: 'sent',
      body,
      locale: 'en',
      names: {
        student: 'Ada Lovelace',
        school: '',
        program: '',
        school_system: 'Bay Schools',
        business: 'Bayside Marine',
        title: 'Boat builder',
      },
      terms: { ...agreementTerms, guardian_signs: true },
      signingOrder: 'parallel',
      parties: [...parties],
      text,
      textHash: hashOf(text),
      sentAt: now,
      expiresAt: new Date(now.getTime() + 31 * 86_400_000),
      createdAt: now,
      updatedAt: now,
      ...but,
    })
    .returning();
  if (!agreement) throw new Error('nothing was inserted');
  return { ...agreement, textHash: agreement.textHash ?? '' };
}

/** Opens a link like a browser without scripts. */
export const openLink = (server: TestServer, token: string, init: RequestInit = {}) =>
  server.visitor().fetch(`/link/${token}`, init);

/** Submits the form of a link's page. */
export const postLink = (
  server: TestServer,
  token: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) =>
  server.visitor().fetch(`/link/${token}`, {
    method: 'POST',
    // What browsers send from a page with an opaque origin.
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', ...headers },
    body: new URLSearchParams(fields),
  });
