import { shownDate } from '../../dates.ts';
import { currentLocale, type Message, msg, t } from '../../i18n.ts';
import type { Relationship } from '../../people/guardians/rules.ts';
import { wireName } from '../../wire-names.ts';

/** The terms that someone fills in before an agreement is sent. */
export interface AgreementTerms {
  place: string;
  /** Calendar dates, YYYY-MM-DD. */
  start_date: string;
  end_date: string;
  schedule: string;
  hours_per_week: number | null;
  pay: string;
  duties: string;
  goals: string;
  supervisor: string;
  supervision: string;
  /** Work that is hazardous for minors: adds the four clauses of 29 CFR 570.50(c) to the agreement. */
  hazardous: boolean;
  guardian_signs: boolean;
}

/** The names of a placement, which its agreement keeps. */
export interface PlacementNames {
  student: string;
  school: string;
  program: string;
  school_system: string;
  business: string;
  title: string;
}

/** The names in an agreement: its parties and what it is about. */
export interface AgreementNames extends PlacementNames {
  /** Those who may sign for the student, in one phrase; empty if nobody may. */
  guardian: string;
  guardian_relationship: string;
}

/** A guardian who may sign. */
export interface NamedGuardian {
  name: string;
  relationship: Relationship | '';
}

/**
 * The names and the relationships of guardians, each as one phrase in the reader's language: "Anne Cole and Ben Cole".
 */
export function guardianNames(
  guardians: readonly NamedGuardian[],
): Pick<AgreementNames, 'guardian' | 'guardian_relationship'> {
  const list = new Intl.ListFormat(currentLocale());
  const known = guardians.flatMap(({ relationship }) => (relationship ? [wireName(relationship)] : []));
  return {
    guardian: list.format(guardians.map(({ name }) => name)),
    guardian_relationship: list.format(known),
  };
}

/** The fields that a template can name in square brackets, each with its meaning. Nothing else is replaced. */
export const templateFields = {
  student: msg('The student’s name'),
  guardian: msg('The parents or guardians who may sign'),
  guardian_relationship: msg('Their relationship to the student'),
  school: msg('The student’s school'),
  program: msg('The student’s program'),
  school_system: msg('Your school system’s name'),
  business: msg('The business’s name'),
  title: msg('The opportunity’s title'),
  place: msg('Place of work'),
  start: msg('First day'),
  end: msg('Last day'),
  schedule: msg('Days and times'),
  hours: msg('Hours a week'),
  pay: msg('Pay'),
  duties: msg('Duties'),
  goals: msg('Learning goals'),
  supervisor: msg('Supervisor'),
  supervision: msg('How the student is supervised'),
  hazardous: msg('The four clauses for hazardous work, where it applies'),
} as const satisfies Record<string, Message>;
export type TemplateField = keyof typeof templateFields;

const isField = (name: string): name is TemplateField => Object.hasOwn(templateFields, name);
const IN_BRACKETS = /\[([^[\]\n]*)\]/g;

/** The bracketed words of a template that are not fields, each once. */
export const unknownFields = (body: string): string[] => [
  ...new Set([...body.matchAll(IN_BRACKETS)].map(([, name = '']) => name).filter((name) => !isField(name))),
];

/** The fields that a template names. */
export const fieldsIn = (body: string): TemplateField[] => [
  ...new Set([...body.matchAll(IN_BRACKETS)].map(([, name = '']) => name).filter(isField)),
];

/** The term behind each field that must be filled in before an agreement is sent. */
export const termOf = {
  place: 'place',
  start: 'start_date',
  end: 'end_date',
  schedule: 'schedule',
  hours: 'hours_per_week',
  pay: 'pay',
  duties: 'duties',
  goals: 'goals',
  supervisor: 'supervisor',
  supervision: 'supervision',
} as const satisfies Partial<Record<TemplateField, keyof AgreementTerms>>;
export type RequiredTerm = (typeof termOf)[keyof typeof termOf];

const isTermField = (field: TemplateField): field is keyof typeof termOf => Object.hasOwn(termOf, field);

/** The terms that a template requires. */
export const termsAskedBy = (body: string): RequiredTerm[] =>
  fieldsIn(body)
    .filter(isTermField)
    .map((field) => termOf[field]);

/** The terms that a template requires and that are still empty. */
export const missingTerms = (body: string, terms: AgreementTerms): RequiredTerm[] =>
  termsAskedBy(body).filter((term) => terms[term] === '' || terms[term] === null);

/** A blank to write on, for a value that is not known yet. */
const BLANK = '________';

/**
 * The agreement's text: the template with its fields filled in. Paragraphs that end up empty are dropped. If no
 * guardian signs, none is named.
 */
export function fillTemplate(body: string, names: AgreementNames, terms: AgreementTerms): string {
  const values: Record<TemplateField, string> = {
    student: names.student,
    guardian: terms.guardian_signs ? names.guardian : t('not needed'),
    guardian_relationship: terms.guardian_signs ? names.guardian_relationship : '–',
    school: names.school,
    program: names.program,
    school_system: names.school_system,
    business: names.business,
    title: names.title,
    place: terms.place,
    start: terms.start_date && shownDate(terms.start_date),
    end: terms.end_date && shownDate(terms.end_date),
    schedule: terms.schedule,
    hours: terms.hours_per_week === null ? '' : String(terms.hours_per_week),
    pay: terms.pay,
    duties: terms.duties,
    goals: terms.goals,
    supervisor: terms.supervisor,
    supervision: terms.supervision,
    hazardous: '',
  };
  const fill = (paragraph: string) =>
    paragraph.replace(IN_BRACKETS, (whole, name: string) => (isField(name) ? values[name] || BLANK : whole));
  return paragraphsOf(body)
    .flatMap((paragraph) => {
      if (!paragraph.includes('[hazardous]')) return [fill(paragraph)];
      const rest = paragraph.replaceAll('[hazardous]', '').trim();
      return [...(rest ? [fill(rest)] : []), ...(terms.hazardous ? [hazardousClauses()] : [])];
    })
    .join('\n\n');
}

const paragraphsOf = (body: string): string[] =>
  body
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** The clauses that 29 CFR 570.50(c) requires in the written agreement of a student-learner. */
const hazardousClauses = () =>
  [
    t('# Hazardous work (29 CFR 570.50(c))'),
    `- ${t('The hazardous part of the student’s work is incidental to the training.')}`,
    `- ${t('It is intermittent and for short periods, under the direct and close supervision of a qualified and experienced person.')}`,
    `- ${t('The school gives safety instructions, and the business correlates them with training on the job.')}`,
    `- ${t('A schedule of organized and progressive work processes to be performed on the job has been prepared.')}`,
  ].join('\n');

/** A part of an agreement as it is shown: `# ` starts a heading, `- ` a list item. */
export interface Block {
  kind: 'heading' | 'item' | 'paragraph';
  text: string;
}

export function blocksOf(text: string): Block[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const blocks: Block[] = [];
    for (const line of paragraph.split('\n')) {
      const last = blocks.at(-1);
      if (line.startsWith('# ')) blocks.push({ kind: 'heading', text: line.slice(2).trim() });
      else if (line.startsWith('- ')) blocks.push({ kind: 'item', text: line.slice(2).trim() });
      else if (last?.kind === 'paragraph') last.text += `\n${line}`;
      else blocks.push({ kind: 'paragraph', text: line });
    }
    return blocks;
  });
}

/** The initial text for a school system without a template, in the reader's language. */
export const defaultTemplate = (): string =>
  [
    t('# The placement'),
    t(
      'This agreement is between {student}, who attends {school}, {business}, and {school_system}. It is about the placement “{title}.”',
      bracketed,
    ),
    t('Parent or guardian: {guardian}.', bracketed),
    t('The student works at {place} from {start} to {end}, {hours} hours a week: {schedule}.', bracketed),
    t('Pay: {pay}.', bracketed),
    t('# What the student does and learns'),
    t('Duties: {duties}', bracketed),
    t('Learning goals: {goals}', bracketed),
    t('# Supervision and safety'),
    t('{supervisor} supervises the student for the business. {supervision}', bracketed),
    t(
      'The business first shows the student how to work safely and how to use the tools. It tells the school at once if someone gets hurt.',
    ),
    bracketed.hazardous,
    t('# What everyone agrees to'),
    [
      `- ${t('The student is on time, follows the rules at work, keeps private things private, and logs their hours.')}`,
      `- ${t('The parent or guardian, where one signs, agrees to the placement.')}`,
      `- ${t('The business follows the labor laws and treats all people fairly. It approves the hours and rates the student twice.')}`,
      `- ${t('The school stays in touch with the student and the business, and helps where something goes wrong.')}`,
    ].join('\n'),
    t(
      'Each of them can end the placement at any time. They tell the others first, with the reason. A change of this agreement is signed again by everyone.',
    ),
  ].join('\n\n');

/** Each field with its brackets, as in a template. */
const bracketed = Object.fromEntries(
  Object.keys(templateFields).map((field) => [field, `[${field}]`]),
) as Record<TemplateField, string>;
