import type { LinkPurpose } from '@waypost/contract/links/rules';
import { asSession, enterTenant } from '../src/access/tenant.ts';
import { issueLinks } from '../src/links/queries.ts';
import type { TestServer } from './server.ts';

/** A business with an intern whose hours are pending, and a link for each purpose about them. */
export async function aLinkedPlacement(
  server: TestServer,
  given: { client?: { id: string }; business?: Parameters<TestServer['aBusiness']>[0] } = {},
) {
  const client = given.client ?? (await server.aClient());
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine', ...given.business });
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const project = await server.aProject({ student, business, opportunity });
  const hours = await server.someHours(project, { totalHours: 2.5, createdAt: server.clock.now() });
  const issue = async (purpose: LinkPurpose, email = business.email) => {
    const link = {
      ...{ clientId: business.clientId, purpose, accountId: business.id },
      subjectId: purpose === 'hours' ? business.id : project.id,
      recipient: { name: 'Bayside Marine', email, locale: 'en' as const },
    };
    const now = server.clock.now();
    const [token = ''] = await asSession(server.database.app, null, now, async (tx) => {
      await enterTenant(tx, business.clientId);
      return issueLinks(tx, [link], now);
    });
    return token;
  };
  return { client, business, student, opportunity, project, hours, issue };
}

/** Opens a link as a browser without scripts does. */
export const openLink = (server: TestServer, token: string, init: RequestInit = {}) =>
  server.visitor().fetch(`/link/${token}`, init);

/** Presses a button of a link's page, with what is in its form. */
export const postLink = (
  server: TestServer,
  token: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) =>
  server.visitor().fetch(`/link/${token}`, {
    method: 'POST',
    // What browsers send from a page that names itself to nobody.
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', ...headers },
    body: new URLSearchParams(fields),
  });
