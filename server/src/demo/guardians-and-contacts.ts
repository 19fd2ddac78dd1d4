import { randomUUID } from 'node:crypto';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import type { businessContacts } from '../platform/database/tables/contacts.ts';
import type { guardians } from '../platform/database/tables/guardians.ts';
import type { Calendar } from './calendar.ts';
import { demoEmail } from './cast.ts';
import { Dice } from './random.ts';

/* The people around students and businesses. A separate random source, so that the rest of the demo does not change. */

const mothers = [
  'Angela',
  'Carmen',
  'Denise',
  'Elena',
  'Farah',
  'Gloria',
  'Helen',
  'Irene',
  'Joyce',
  'Karen',
  'Leticia',
  'Monique',
  'Noor',
  'Patricia',
  'Renee',
  'Sandra',
  'Teresa',
  'Veronica',
  'Wanda',
  'Yvonne',
];
const fathers = [
  'Alberto',
  'Bernard',
  'Curtis',
  'Dennis',
  'Ernesto',
  'Frank',
  'Gerald',
  'Hector',
  'Ivan',
  'Jerome',
  'Kenneth',
  'Luis',
  'Marcus',
  'Nelson',
  'Oscar',
  'Paul',
  'Ricardo',
  'Stephen',
  'Tomas',
  'Walter',
];
const spanish =
  /^(Alvarez|Castillo|Cruz|Diaz|Flores|Garcia|Gomez|Hernandez|Lopez|Ortiz|Ramirez|Rivera|Santos|Torres|Vargas)$/;

interface Pupil {
  clientId: string;
  id: string;
  index: number;
  lastName: string;
  approved: boolean;
  graduationYear: number;
}

/** An unassigned phone number for each of two guardians: 100 of them per area code. */
const phoneOf = (index: number, place: number) =>
  `(${areaCodes[place % 2]?.[Math.floor(index / 100)] ?? 301})555-0${100 + (index % 100)}`;

/** Of first and second guardians, for each hundred students. */
const areaCodes: readonly (readonly number[])[] = [
  [410, 443, 202, 703, 571, 240],
  [667, 227, 302, 717, 814, 304],
];

/** A student's birth date and guardians: the demo's own student is 16, some others are adults. */
export function aFamily(pupil: Pupil, drawn: Dice, calendar: Calendar) {
  const dice = new Dice(drawn.between(0, 1_000_000));
  const own = pupil.index === 0;
  // A class is born from one September to the next; a few students repeated a year.
  const year = pupil.graduationYear - 19 - (dice.chance(0.07) ? 1 : 0);
  const start = Date.UTC(year, 8, 1);
  const born = new Date(start + dice.between(0, 364) * 86_400_000).toISOString().slice(0, 10);
  const bySchool = own || dice.chance(0.5);
  const birth = {
    birthDate: own ? calendar.day(-16 * 365 - 200) : born,
    birthDateBy: bySchool ? 'school' : 'student',
  };
  const language = spanish.test(pupil.lastName) && (own || dice.chance(0.6)) ? 'es' : 'en';
  const mother = { name: own ? 'Elena' : dice.pick(mothers), relationship: 'Mother' };
  const father = { name: dice.pick(fathers), relationship: 'Father' };
  const grandmother = { name: dice.pick(mothers), relationship: 'Grandparent' };
  const named = dice.chance(own ? 1 : 0.7) ? [mother, father] : [dice.pick([mother, father, grandmother])];
  if (named.length === 2 && !own && dice.chance(0.35)) named.pop();
  const rows: (typeof guardians.$inferInsert)[] = named.map(({ name, relationship }, place) => ({
    clientId: pupil.clientId,
    studentId: pupil.id,
    ordinal: place + 1,
    name: `${name} ${pupil.lastName}`,
    relationship,
    language: language as 'en' | 'es',
    email: `${name}.${pupil.lastName}.${pupil.index}@families.waypost.test`.toLowerCase(),
    phone: phoneOf(pupil.index, place),
    addedBy: bySchool ? 'school' : 'student',
    // Staff have not confirmed the guardian that the demo's own student named last.
    confirmed: own ? place === 0 : bySchool || (pupil.approved && dice.chance(0.97)),
    ...(own && place > 0 && { addedBy: 'student' }),
  }));
  const [parent] = rows;
  const decided = parent?.confirmed && parent.name && parent.email && dice.chance(own ? 1 : 0.7);
  return { birth, rows, consent: decided ? aConsent(parent, dice, calendar) : null };
}

/** A parent's decision: most consent, and most by the link in their email. */
function aConsent(parent: typeof guardians.$inferInsert, dice: Dice, calendar: Calendar) {
  const { clientId, studentId, name = '', email = '' } = parent;
  const at = calendar.moment(-dice.between(20, 90), dice.between(0, 300));
  const byLink = dice.chance(0.8);
  return {
    clientId,
    studentId,
    name,
    decision: dice.chance(0.95) ? ('given' as const) : ('refused' as const),
    decidedOn: at.toISOString().slice(0, 10),
    recordedAt: at,
    ...(byLink
      ? { method: 'link' as const, decidedAt: at, sentTo: maskedEmail(email) }
      : { method: 'paper' as const, recordedBy: 'Angela Whitfield' }),
  };
}

interface Firm {
  clientId: string;
  id: string;
  index: number;
  slug: string;
  contact: string;
  email: string;
}

/** A business's contacts. The first supervises, and signs if nobody else does. */
export function someContacts(
  firm: Firm,
): (typeof businessContacts.$inferInsert & { id: string; name: string })[] {
  const dice = new Dice(7000 + firm.index);
  const ofFirm = { clientId: firm.clientId, businessId: firm.id };
  const another = (roles: string[], ordinal: number) => {
    const name = `${dice.pick([...mothers, ...fathers])} ${firm.contact.split(' ').at(-1)}`;
    const first = name.split(' ')[0]?.toLowerCase();
    return {
      ...ofFirm,
      id: randomUUID(),
      ordinal,
      name,
      roles,
      email: demoEmail(`${first}.${firm.slug}`),
      phone: `(443)555-0${100 + firm.index}`,
    };
  };
  const hasOwner = firm.index === 0 || dice.chance(0.5);
  const rows = [
    {
      ...ofFirm,
      id: randomUUID(),
      ordinal: 1,
      name: firm.contact,
      email: firm.email,
      phone: `(410)555-0${100 + firm.index}`,
      roles: hasOwner ? ['supervisor'] : ['supervisor', 'signatory'],
    },
  ];
  if (hasOwner) rows.push(another(['signatory', 'administration'], rows.length + 1));
  if (firm.index === 0 || dice.chance(0.3)) rows.push(another(['supervisor'], rows.length + 1));
  return rows;
}
