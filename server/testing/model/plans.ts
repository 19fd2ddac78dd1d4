/** What waits for someone during a placement. */
export const kinds = [
  'offer',
  'draft',
  'agreement',
  'hours',
  'hours sent back',
  'evaluation',
  'reflections',
  'final work',
] as const;
export type Kind = (typeof kinds)[number];

/** When people are reminded of a kind, in days, and who is told if it waits too long. */
export interface Plan {
  reminds: boolean;
  first: number;
  every: number;
  last: number;
  escalates: boolean;
  escalate: number;
  escalates_to: ('Teacher' | 'Admin' | 'Business')[];
}
export type Plans = Record<Kind, Plan>;

const plan = (
  [first, every, last, escalate]: [first: number, every: number, last: number, escalate: number],
  but: Partial<Plan> = {},
): Plan => ({
  reminds: true,
  first,
  every,
  last,
  escalates: true,
  escalate,
  escalates_to: ['Teacher', 'Admin'],
  ...but,
});

/** The table of the handbook (docs/behavior/follow-ups.md#automatic-reminders). */
const ofHandbook: Plans = {
  offer: plan([1, 4, 14, 10]),
  draft: plan([3, 4, 30, 10]),
  agreement: plan([5, 3, 30, 14]),
  hours: plan([1, 1, 180, 14]),
  'hours sent back': plan([3, 7, 30, 21]),
  evaluation: plan([1, 5, 30, 14]),
  reflections: plan([1, 7, 30, 14]),
  'final work': plan([1, 7, 30, 14]),
};

/** A school system's own plans: some often, some late, some off. */
const own: Partial<Plans> = {
  offer: plan([2, 2, 9, 5]),
  draft: plan([1, 3, 7, 4], { escalates_to: ['Admin'] }),
  agreement: plan([1, 10, 12, 60]),
  hours: plan([2, 3, 16, 3]),
  'hours sent back': plan([2, 3, 12, 5]),
  evaluation: plan([2, 6, 20, 8], { escalates_to: ['Business', 'Teacher'] }),
  reflections: plan([3, 2, 9, 1], { escalates: false }),
  'final work': plan([1, 1, 2, 7], { reminds: false }),
};

/** A school system's hours for reminders, from one full hour until another on these days of the week (0 is Sunday). */
export interface School {
  zone: string;
  from: number;
  until: number;
  days: readonly number[];
  own: Partial<Plans>;
  plans: Plans;
}
const aSchool = (
  zone: string,
  [from, until]: [from: number, until: number],
  days: readonly number[],
  its: Partial<Plans> = {},
): School => ({ zone, from, until, days, own: its, plans: { ...ofHandbook, ...its } });

/** One has the defaults, one its own plans, and one is a day ahead and reminds on three mornings a week. */
export const schools: readonly School[] = [
  aSchool('America/New_York', [8, 17], [1, 2, 3, 4, 5]),
  aSchool('America/Los_Angeles', [10, 20], [1, 2, 3, 4, 5, 6], own),
  aSchool('Pacific/Guam', [7, 9], [1, 3, 6]),
];
