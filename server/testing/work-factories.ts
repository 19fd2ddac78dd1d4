import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { anOpportunityForm } from '../../contract/testing/opportunity-form.ts';
import { ofItsStudent } from '../src/placements/projects/change-queries.ts';
import {
  applications,
  opportunities,
  opportunityStudents,
} from '../src/platform/database/tables/opportunities.ts';
import {
  evaluations,
  hourEntries,
  projectReflections,
  projects,
} from '../src/platform/database/tables/projects.ts';
import type { Clock } from '../src/platform/outside/clock.ts';
import type { People } from './people-factories.ts';
import { inserted, named, type Row } from './rows.ts';

/** The same, offered to these students only. */
export const aFormFor = (students: readonly { id: string }[], given: Partial<OpportunityInput> = {}) =>
  anOpportunityForm({
    audience: 'Specific',
    available_slots: 0,
    student_ids: students.map(({ id }) => id),
    ...given,
  });

/** Rows shared by students and businesses: opportunities, applications, placements. */
export function makeWork(db: NodePgDatabase, clock: Clock, { aClient, aStudent, aBusiness }: People) {
  /** An opportunity for all students that takes applications now. `selected` makes it Specific. */
  async function anOpportunity(
    given: Row<typeof opportunities> & {
      business?: { id: string; clientId: string };
      selected?: { id: string }[];
    } = {},
  ) {
    const { business, selected = [], ...columns } = given;
    const owner = business ?? (await aBusiness());
    const opportunity = await inserted(
      db
        .insert(opportunities)
        .values({
          title: named('Boat builder'),
          shortDescription: '<p>Build boats.</p>',
          skillsRequired: '<p>Care.</p>',
          fullDescription: '<p>Build boats all summer.</p>',
          audience: selected.length ? 'Specific' : 'Open',
          availableSlots: selected.length ? 0 : 3,
          opportunityType: 'Onsite',
          internshipType: 'Internship',
          timeFrame: 'Summer',
          compensation: 'Paid',
          applicationOpen: '2026-01-01',
          applicationClose: '2026-12-31',
          employmentStart: '2026-06-01',
          employmentStop: '2026-08-31',
          street: '2 Dock Street',
          city: 'Annapolis',
          state: 'MD',
          zip: '21401',
          lat: 38.9763,
          lon: -76.4853,
          ...columns,
          clientId: owner.clientId,
          businessId: owner.id,
        })
        .returning(),
    );
    for (const student of selected)
      await db
        .insert(opportunityStudents)
        .values({ clientId: owner.clientId, opportunityId: opportunity.id, studentId: student.id });
    return opportunity;
  }

  /** An application by a student to an opportunity of the same client. Creates both if not given. */
  async function anApplication(
    given: Row<typeof applications> & {
      student?: { id: string; clientId: string };
      opportunity?: { id: string; clientId: string };
    } = {},
  ) {
    const { student, opportunity, ...columns } = given;
    const client = student ?? opportunity ?? (await aStudent());
    const to =
      opportunity ?? (await anOpportunity({ business: await aBusiness({ clientId: client.clientId }) }));
    const by = student ?? (await aStudent({ clientId: client.clientId }));
    return inserted(
      db
        .insert(applications)
        .values({
          status: 'New',
          coverLetter: '<p>Please.</p>',
          appliedAt: clock.now(),
          ...columns,
          clientId: client.clientId,
          opportunityId: to.id,
          studentId: by.id,
        })
        .returning(),
    );
  }

  /** A running placement, with its accepted application and two reflections, of which the first is unlocked. */
  async function aProject(
    given: Row<typeof projects> & {
      student?: { id: string; clientId: string };
      business?: { id: string; clientId: string };
      opportunity?: { id: string; clientId: string; businessId: string | null };
    } = {},
  ) {
    const { student, business, opportunity, ...columns } = given;
    const clientId = (student ?? business ?? opportunity)?.clientId ?? (await aClient()).id;
    const owner =
      business ??
      (opportunity?.businessId ? { id: opportunity.businessId, clientId } : await aBusiness({ clientId }));
    const to = opportunity ?? (await anOpportunity({ business: owner, acceptedCount: 1 }));
    const by = student ?? (await aStudent({ clientId }));
    const application = await anApplication({ student: by, opportunity: to, status: 'Accepted' });
    const project = await inserted(
      db
        .insert(projects)
        .values({
          ...ofItsStudent({ clientId, studentId: by.id }),
          ...columns,
          clientId,
          applicationId: application.id,
          opportunityId: to.id,
          studentId: by.id,
          businessId: owner.id,
        })
        .returning(),
    );
    await db.insert(projectReflections).values([
      {
        clientId,
        projectId: project.id,
        ordinal: 1,
        questionText: 'What did you learn?',
        status: 'unlocked',
      },
      { clientId, projectId: project.id, ordinal: 2, questionText: 'What was hard?' },
    ]);
    return project;
  }

  async function someHours(project: { id: string; clientId: string }, given: Row<typeof hourEntries> = {}) {
    return inserted(
      db
        .insert(hourEntries)
        .values({
          startDate: '2026-03-02',
          endDate: '2026-03-02',
          totalHours: 4,
          textLog: 'Sanded the hull.',
          ...given,
          clientId: project.clientId,
          projectId: project.id,
        })
        .returning(),
    );
  }

  /** A placement's mid-point evaluation without ratings, unless specified. */
  async function anEvaluation(
    project: { id: string; clientId: string },
    given: Row<typeof evaluations> = {},
  ) {
    return inserted(
      db
        .insert(evaluations)
        .values({
          ordinal: 1,
          evaluationDate: '2026-03-01',
          supervisor: 'Grace',
          internshipFacilitator: 'Mary',
          contactPhone: '(410)555-0100',
          term: 'Spring 2026',
          comments: '<p>Good.</p>',
          discussed: true,
          ...given,
          clientId: project.clientId,
          projectId: project.id,
        })
        .returning(),
    );
  }

  return { anOpportunity, anApplication, aProject, someHours, anEvaluation };
}
