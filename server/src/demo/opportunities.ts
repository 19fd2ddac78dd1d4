import { randomUUID } from 'node:crypto';
import {
  opportunityFocusAreas,
  opportunityPrograms,
  opportunitySchools,
  savedOpportunities,
  opportunities as table,
} from '../platform/database/tables/opportunities.ts';
import type { DemoMaking } from './fill-demo.ts';
import type { DemoPeople } from './people.ts';
import * as places from './places.ts';
import type { Dice } from './random.ts';
import type { DemoSystem } from './school-system.ts';
import { sectors } from './sectors.ts';
import { termsOf } from './terms.ts';

/** The phase of an opportunity: taking applications, running, finished, or finished in the last school year. */
export type Phase = 'open' | 'running' | 'over' | 'last year';

export interface DemoOpportunity {
  id: string;
  businessId: string;
  phase: Phase;
  kind: 'Internship' | 'Apprenticeship';
  slots: number;
  /** The first and last day of employment, in days from today. */
  start: number;
  stop: number;
  logs: readonly string[];
}

/** Days that an apprenticeship lasts. */
const SCHOOL_YEAR = 290;

/** In days from today: applications open and close, employment starts and stops. */
const phases: Record<
  Phase,
  (draw: (from: number, to: number) => number) => [number, number, number, number]
> = {
  open: (draw) => {
    const close = draw(6, 60);
    return [-draw(5, 40), close, close + draw(10, 25), close + draw(80, 160)];
  },
  running: (draw) => [-draw(150, 170), -draw(95, 120), -draw(70, 90), draw(25, 70)],
  over: (draw) => [-draw(300, 330), -draw(240, 260), -draw(200, 230), -draw(20, 60)],
  'last year': (draw) => [-draw(550, 570), -draw(510, 530), -draw(470, 490), -draw(330, 350)],
};

/** The opportunities of a business, by its index in the list of businesses. */
type Plan = (index: number, dice: Dice) => Phase[];

/** About ninety: most open, some running, some finished. */
export const thisYear: Plan = (index, dice) => {
  const own = index === 0;
  const plan: Phase[] = ['open'];
  if (own || dice.chance(0.55)) plan.push('open');
  if (own || dice.chance(0.75)) plan.push('running');
  if (own || dice.chance(0.55)) plan.push('over');
  return plan;
};

/** About a dozen, so that this school year can be compared with another. */
export const lastYear: Plan = (index) => (index % 2 === 1 ? ['last year'] : []);

/** The opportunities planned for each business that is ready. */
export async function fillOpportunities(
  { db, dice, calendar, clientId }: DemoMaking,
  system: DemoSystem,
  people: DemoPeople,
  plan: Plan,
): Promise<DemoOpportunity[]> {
  const rows: (typeof table.$inferInsert)[] = [];
  const areaRows: (typeof opportunityFocusAreas.$inferInsert)[] = [];
  const schoolRows: (typeof opportunitySchools.$inferInsert)[] = [];
  const programRows: (typeof opportunityPrograms.$inferInsert)[] = [];
  const made: DemoOpportunity[] = [];

  for (const business of people.businesses.filter(({ approved }) => approved)) {
    const { id: businessId, index } = business;
    const sector = sectors[business.sector];
    for (const [turn, phase] of plan(index, dice).entries()) {
      const offer = sector.offers[turn % sector.offers.length] ?? sector.offers[0];
      const [open, close, start, ends] = phases[phase]((from, to) => dice.between(from, to));
      const stop = phase === 'open' && offer.kind === 'Apprenticeship' ? start + SCHOOL_YEAR : ends;
      const slots = offer.slots + (phase === 'open' ? 0 : 2);
      const id = randomUUID();
      const town = places.towns[business.town];
      const virtual = offer.type === 'Virtual';
      rows.push({
        clientId,
        id,
        businessId,
        title: offer.title,
        shortDescription: `<p>${offer.short}</p>`,
        skillsRequired: `<ul>${offer.skills.map((skill) => `<li>${skill}</li>`).join('')}</ul>`,
        fullDescription: `<p>${business.line}</p><p>${offer.short} On an ordinary day you will:</p><ul>${offer.days.map((day) => `<li>${day}</li>`).join('')}</ul><p>${sector.about}</p><p>${sector.careers}</p>`,
        audience: 'Open',
        availableSlots: slots,
        opportunityType: offer.type,
        internshipType: offer.kind,
        compensation: offer.paid ? 'Paid' : 'Unpaid',
        ...termsOf(index, business, offer, calendar.day(start)),
        applicationOpen: calendar.day(open),
        applicationClose: calendar.day(close),
        employmentStart: calendar.day(start),
        employmentStop: calendar.day(stop),
        ...(!virtual && {
          street: business.street,
          city: places.townName(business.town),
          state: 'MD',
          zip: town.zip,
          lat: town.lat + (dice.next() - 0.5) * 0.02,
          lon: town.lon + (dice.next() - 0.5) * 0.02,
        }),
        createdAt: calendar.moment(open - 3, dice.between(0, 600)),
        updatedAt: calendar.moment(open - 1),
      });
      for (const area of sector.areas)
        areaRows.push({ clientId, opportunityId: id, focusAreaId: system.focusAreas.get(area) ?? '' });
      if (dice.chance(0.3))
        for (const school of dice.some(
          system.schools.filter(({ type }) => type === 'High'),
          2,
        ))
          schoolRows.push({ clientId, opportunityId: id, schoolId: school.id });
      if (dice.chance(0.25))
        programRows.push({ clientId, opportunityId: id, programId: dice.pick(system.programs).id });
      made.push({ id, businessId, phase, kind: offer.kind, slots, start, stop, logs: sector.logs });
    }
  }
  await db.insert(table).values(rows);
  await db.insert(opportunityFocusAreas).values(areaRows);
  if (schoolRows.length) await db.insert(opportunitySchools).values(schoolRows);
  if (programRows.length) await db.insert(opportunityPrograms).values(programRows);
  return made;
}

/** The opportunities that the demo's own student saved. */
export async function fillSaved(
  { db, calendar, clientId }: DemoMaking,
  people: DemoPeople,
  opportunities: readonly DemoOpportunity[],
): Promise<void> {
  const open = opportunities.filter(({ phase }) => phase === 'open');
  await db.insert(savedOpportunities).values(
    [4, 9, 17].flatMap((index) => {
      const opportunityId = open[index]?.id;
      const savedAt = calendar.moment(-index);
      return opportunityId ? [{ clientId, studentId: people.student.id, opportunityId, savedAt }] : [];
    }),
  );
}
