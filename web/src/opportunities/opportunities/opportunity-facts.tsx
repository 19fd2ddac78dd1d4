import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { eachNote, opportunityNotes } from '@waypost/contract/opportunities/opportunities/notes';
import { payOf, scheduleOf } from '@waypost/contract/opportunities/opportunities/pay-and-schedule';
import { MINIMUM_HOURS, seatsLeft } from '@waypost/contract/opportunities/opportunities/rules';
import { fullName } from '@waypost/contract/people/profiles/rules';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { wireName } from '@waypost/contract/wire-names';
import { OwnNames } from '../../client/OwnText.tsx';
import { showDate, showDay } from '../../ui/dates.ts';
import type { Fact } from '../../ui/FactList.tsx';

type Field = keyof OpportunityInput;

/** An opportunity as its applications have it. A whole opportunity has all of this too. */
type Offered = Application['opportunity_id_fk'];

/** Where people see a field. */
type FactPlacement =
  /** Wherever someone decides: on the opportunity's page, above the cover letter, and on the application. */
  | { everywhere: (opportunity: Offered) => Fact[] }
  /** Among the facts of the opportunity's page alone. */
  | { onPage: (opportunity: Opportunity) => Fact[] }
  /** In the fact of another field. */
  | { with: Field }
  /** Not as a fact: the page has another place for it, or nobody needs to see it. */
  | { apart: 'heading' | 'text' | 'address' | 'map' | 'not shown' };

/** Every field of the form, in the order in which its facts are shown. A new field must choose its place here. */
const shown: Record<Field, FactPlacement> = {
  opportunity_title: { apart: 'heading' },
  short_description: { apart: 'text' },
  skills_required: { apart: 'text' },
  full_description: { apart: 'text' },
  internship_type: {
    onPage: ({ internship_type: type }) => [
      [t('Type'), wireName(type)],
      [t('Hours'), t('At least {minimumHours}', { minimumHours: MINIMUM_HOURS[type] })],
    ],
  },
  paidUnpaid: { everywhere: (opportunity) => [[t('Pay'), payOf(opportunity)]] },
  pay_from: { with: 'paidUnpaid' },
  pay_to: { with: 'paidUnpaid' },
  days: { everywhere: (opportunity) => [[t('Schedule'), scheduleOf(opportunity)]] },
  hours_per_week: { with: 'days' },
  ...eachNote((field) => ({
    everywhere: (opportunity: Offered): Fact[] => [[t(opportunityNotes[field].name), opportunity[field]]],
  })),
  opportunity_type: { onPage: (opportunity) => [[t('Format'), wireName(opportunity.opportunity_type)]] },
  time_frame: { onPage: (opportunity) => [[t('Time frame'), wireName(opportunity.time_frame)]] },
  employment_start: {
    onPage: ({ employment_start: start, employment_stop: stop }) => [
      [t('Employment'), `${showDate(start)} – ${showDate(stop)}`],
    ],
  },
  employment_stop: { with: 'employment_start' },
  application_open: {
    onPage: (opportunity) => [[t('Applications open'), showDay(opportunity.application_open)]],
  },
  application_close: {
    onPage: (opportunity) => [[t('Applications close'), showDay(opportunity.application_close)]],
  },
  audience: { with: 'available_slots' },
  available_slots: { onPage: (opportunity) => [[t('Spots'), spotsOf(opportunity)]] },
  focus_areas: { onPage: (opportunity) => [[t('Focus areas'), namesOf(opportunity.focus_areas)]] },
  schools: { onPage: (opportunity) => [[t('Schools'), opportunity.schools.join(', ')]] },
  programs: { onPage: (opportunity) => [[t('Programs'), namesOf(opportunity.programs)]] },
  student_ids: {
    onPage: ({ selected_students: selected }) => [
      [t('Chosen students'), selected?.map(fullName).join(', ') ?? ''],
    ],
  },
  street: { apart: 'address' },
  city: { apart: 'address' },
  state: { apart: 'address' },
  zip: { apart: 'address' },
  lat: { apart: 'map' },
  lon: { apart: 'map' },
  userOverwroteLocation: { apart: 'not shown' },
};
const fields: readonly FactPlacement[] = Object.values(shown);

/** The facts that someone needs to decide about an opportunity: pay, schedule and notes. */
export const termFacts = (opportunity: Offered): Fact[] =>
  fields.flatMap((field) => ('everywhere' in field ? field.everywhere(opportunity) : []));

/** All facts about an opportunity, apart from its long texts. */
export const allFacts = (opportunity: Opportunity): Fact[] =>
  fields.flatMap((field) => {
    if ('everywhere' in field) return field.everywhere(opportunity);
    return 'onPage' in field ? field.onPage(opportunity) : [];
  });

const namesOf = (names: readonly string[]) => (names.length > 0 ? <OwnNames names={names} /> : '');

function spotsOf(opportunity: Opportunity): string {
  const left = seatsLeft({ ...opportunity, ...opportunity.reportData });
  return left === null
    ? t('For chosen students')
    : t('{left} of {availableSlots} open', { left, availableSlots: opportunity.available_slots });
}
