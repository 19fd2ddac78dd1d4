import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import type { TestServer } from './server.ts';

/** A filter that lists all follow-ups. */
export const every = {
  kind: null,
  older_than: null,
  snoozed: false,
  school_attending: [],
  affiliated_program: [],
};

/** The reply to staff who sent reminders. */
export const reminded = (people: number, given: object = {}) => ({
  people,
  no_email: 0,
  already: 0,
  left: 0,
  sends_at: null,
  ...given,
});

export const at = (day: string) => new Date(`${day}T15:00:00Z`);

/** A placement with nothing due yet, and staff who list follow-ups. */
export async function aFollowedPlacement(
  server: TestServer,
  given: { start?: string; end?: string; client?: { id: string } } = {},
) {
  const client = (given.client as Awaited<ReturnType<typeof server.aClient>>) ?? (await server.aClient());
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({
    business,
    title: 'Boat builder',
    employmentStart: given.start ?? '2026-03-02',
    employmentStop: given.end ?? '2026-06-12',
  });
  const createdAt = new Date('2026-01-20T15:00:00Z');
  const project = await server.aProject({ student, business, opportunity, createdAt });
  const staff = server.as(await server.aTeacher({ client }));
  const list = async (filter: object = {}) =>
    staff.call(followUpCalls.filterFollowUps, { ...every, ...filter });
  const kinds = async (filter: object = {}) =>
    (await list(filter)).map(({ kind, since, waits_on }) => [kind, since, waits_on.join()]);
  return { client, business, student, opportunity, project, staff, list, kinds };
}

/** A placement whose first evaluation is due on Friday, March 6. Without a supervisor, nobody else is asked. */
export async function anEvaluationDue(server: TestServer, supervisor?: string) {
  const client = await server.aClient();
  const contacts = supervisor ? [{ name: 'Grace', email: supervisor, roles: ['supervisor'] }] : [];
  const business = await server.aBusiness({ client, contacts } as never);
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({
    business,
    title: 'Boats',
    employmentStart: '2026-02-23',
    employmentStop: '2026-03-06',
  });
  const createdAt = new Date('2026-02-20T15:00:00Z');
  const project = await server.aProject({ student, business, opportunity, createdAt });
  await server.database.owner.query(
    `update projects p set supervisor_id = c.id from business_contacts c where p.id = $1 and c.business_id = $2`,
    [project.id, business.id],
  );
  return { client, business, project };
}
