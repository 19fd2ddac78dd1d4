import { describe, expect, test } from 'vitest';
import type { ProjectFacts } from '../projects/report.ts';
import { currentStep, type ProgressFacts, type Step, stepsOf } from './rules.ts';

const TODAY = '2026-07-01';

const nothingDone: ProjectFacts = {
  internshipType: 'Internship',
  acceptedHours: 0,
  pendingHours: 0,
  totalHours: 0,
  pendingCount: 0,
  hasEnded: false,
  questions: 2,
  answers: 0,
  hasSummary: false,
  finalFiles: 0,
  evaluations: 0,
  approved: [],
  sentBack: [],
  hoursLastUpdated: null,
  reflectionLastUpdated: null,
  school: '',
};

const signed: NonNullable<ProgressFacts['agreement']> = {
  status: 'signed',
  isComplete: false,
  order: 'parallel',
  parties: ['student', 'guardian', 'business', 'school'],
  signatures: (['student', 'guardian', 'business', 'school'] as const).map((party, index) => ({
    party,
    at: `2026-05-0${index + 4}T10:00:00.000Z`,
  })),
  sentAt: '2026-05-03T10:00:00.000Z',
  changedAt: '2026-05-07T10:00:00.000Z',
};

const facts = (given: Partial<ProgressFacts> = {}, work: Partial<ProjectFacts> = {}): ProgressFacts => ({
  status: 'open',
  placedAt: '2026-05-01T10:00:00.000Z',
  startsOn: '2026-06-01',
  endsOn: '2026-08-31',
  needsGuardian: true,
  consent: { decision: 'given', at: '2026-05-02T10:00:00.000Z' },
  endedAt: null,
  askedAt: null,
  agreement: signed,
  hoursBeforeSigned: false,
  waitingSince: null,
  evaluatedAt: null,
  summaryAt: null,
  filesAt: null,
  approvedAt: {},
  sentBackAt: {},
  ...given,
  work: { ...nothingDone, ...work },
});

/** A step in short: its state, whose turn it is, and when. */
const inShort = ({ state, turn, at }: Step) => [state, ...turn, at].filter(Boolean).join(' ');

function step(name: Step['step'], given: ProgressFacts, today = TODAY): string | undefined {
  const found = stepsOf(given, 'school', today).find((one) => one.step === name);
  return found && inShort(found);
}

test('a placement goes from the accepted offer to its end, step by step', () => {
  const steps = stepsOf(facts(), 'student', TODAY);
  expect(steps.map((one) => `${one.step}: ${inShort(one)}`)).toEqual([
    'offer: done 2026-05-01T10:00:00.000Z',
    'consent: done 2026-05-02T10:00:00.000Z',
    'terms: done 2026-05-03T10:00:00.000Z',
    'sending: done 2026-05-03T10:00:00.000Z',
    'student signature: done 2026-05-04T10:00:00.000Z',
    'guardian signature: done 2026-05-05T10:00:00.000Z',
    'business signature: done 2026-05-06T10:00:00.000Z',
    'school signature: done 2026-05-07T10:00:00.000Z',
    'first day: done 2026-06-01',
    'hours: now student 2026-06-01',
    'reflections: now student 2026-06-01',
    'evaluations: later 2026-07-31',
    'summary: later 2026-09-07',
    'project: later 2026-09-07',
    'sign-off: later',
    'end: later 2026-08-31',
  ]);
});

test('a business sees no consent, no schoolwork and no approval of it', () => {
  const shown = stepsOf(facts(), 'business', TODAY).map(({ step: name }) => name);
  expect(shown).toEqual([
    'offer',
    'terms',
    'sending',
    'student signature',
    'guardian signature',
    'business signature',
    'school signature',
    'first day',
    'hours',
    'evaluations',
    'end',
  ]);
});

test('a guardian and the school see what the student sees', () => {
  for (const viewer of ['guardian', 'school'] as const)
    expect(stepsOf(facts(), viewer, TODAY)).toEqual(stepsOf(facts(), 'student', TODAY));
});

describe('the consent', () => {
  const before = { ...signed, status: 'sent', signatures: [] } as const;
  test.each<[string, Partial<ProgressFacts>, string]>([
    [
      'waits for the school until a guardian is asked',
      { agreement: before },
      'now school 2026-05-01T10:00:00.000Z',
    ],
    [
      'then for the guardian',
      { agreement: before, askedAt: '2026-05-02T08:00:00.000Z' },
      'now guardian 2026-05-02T08:00:00.000Z',
    ],
    ['is not needed for a student of age', { agreement: before, needsGuardian: false }, 'not needed'],
    ['is not needed once the work has begun without it', {}, 'not needed'],
    [
      'is up to the school when it was refused',
      { consent: { decision: 'refused', at: '2026-05-02T09:00:00.000Z' } },
      'now school 2026-05-02T09:00:00.000Z',
    ],
  ])('%s', (_, given, expected) => {
    expect(step('consent', facts({ consent: null, ...given }))).toBe(expected);
  });
});

describe('the agreement', () => {
  const agreement = (given: Partial<typeof signed>) => facts({ agreement: { ...signed, ...given } });
  const draft = { status: 'draft', parties: [], signatures: [], sentAt: null } as const;
  const two = signed.signatures.slice(0, 2);

  test('a draft waits for the business until it is complete, then for the school', () => {
    const incomplete = agreement({ ...draft, isComplete: false });
    expect(step('terms', incomplete)).toBe('now business 2026-05-07T10:00:00.000Z');
    expect(step('sending', incomplete)).toBe('later');
    expect(step('guardian signature', incomplete)).toBe('later');
    const complete = agreement({ ...draft, isComplete: true });
    expect(step('terms', complete)).toBe('done 2026-05-07T10:00:00.000Z');
    expect(step('sending', complete)).toBe('now school 2026-05-07T10:00:00.000Z');
  });

  test('waits in parallel since it was sent, and in sequence since the signature before', () => {
    const parallel = agreement({ status: 'partly signed', signatures: two });
    expect(step('business signature', parallel)).toBe('now business 2026-05-03T10:00:00.000Z');
    expect(step('school signature', parallel)).toBe('now school 2026-05-03T10:00:00.000Z');
    const sequence = agreement({ status: 'partly signed', signatures: two, order: 'sequence' });
    expect(step('business signature', sequence)).toBe('now business 2026-05-05T10:00:00.000Z');
    expect(step('school signature', sequence)).toBe('later');
  });

  test.each(['declined', 'expired', 'void'] as const)('when it is %s, the school is next', (status) => {
    const given = agreement({ status, signatures: two });
    expect(step('sending', given)).toBe('now school 2026-05-07T10:00:00.000Z');
    expect(step('business signature', given)).toBe('later');
  });

  test('a placement without one does not need it', () => {
    const steps = stepsOf(facts({ agreement: null }), 'school', TODAY).map(({ step: name }) => name);
    expect(step('terms', facts({ agreement: null }))).toBe('not needed');
    expect(steps).not.toContain('sending');
  });

  test('a student of age signs without a guardian', () => {
    const own = facts({ needsGuardian: false, agreement: { ...signed, ...draft } });
    expect(step('guardian signature', own)).toBeUndefined();
  });
});

describe('the first day', () => {
  const unsigned = { ...signed, status: 'sent', signatures: [] } as const;
  test('is planned until everyone has signed, then next, then done', () => {
    expect(step('first day', facts({ agreement: unsigned }))).toBe('later 2026-06-01');
    expect(step('first day', facts(), '2026-05-20')).toBe('now 2026-06-01');
    expect(step('first day', facts(), '2026-06-01')).toBe('done 2026-06-01');
  });

  test('does not wait for signatures where the school system does not', () => {
    expect(step('first day', facts({ agreement: unsigned, hoursBeforeSigned: true }))).toBe(
      'done 2026-06-01',
    );
  });
});

describe('hours', () => {
  const at = '2026-06-20T10:00:00.000Z';
  test('wait for the business while some are pending, and for the student below the minimum', () => {
    const pending = { pendingCount: 1, pendingHours: 5, totalHours: 5, hoursLastUpdated: at };
    expect(step('hours', facts({ waitingSince: at }, pending))).toBe(`now business student ${at}`);
    expect(step('hours', facts({ waitingSince: at }, { ...pending, acceptedHours: 999 }))).toBe(
      `now business ${at}`,
    );
  });

  test('are done at the minimum, or once staff approved them', () => {
    expect(step('hours', facts({}, { acceptedHours: 999, totalHours: 999, hoursLastUpdated: at }))).toBe(
      `done ${at}`,
    );
    const approved = facts({ approvedAt: { hours: at } }, { approved: ['hours'], totalHours: 5 });
    expect(step('hours', approved)).toBe(`done ${at}`);
  });

  test('are not needed once it was terminated', () => {
    expect(step('hours', facts({ status: 'terminated' }, { hasEnded: true }))).toBe('not needed');
  });
});

test('before the planned first day, reflections wait since hours were logged', () => {
  const at = '2026-05-20T10:00:00.000Z';
  const early = facts({}, { totalHours: 5, acceptedHours: 5, hoursLastUpdated: at });
  expect(step('reflections', early, '2026-05-21')).toBe(`now student ${at}`);
});

test('work that staff sent back waits for the student from then on', () => {
  const at = '2026-06-25T10:00:00.000Z';
  const given = facts(
    { sentBackAt: { reflection: at, summary: at } },
    { answers: 2, hasSummary: true, sentBack: ['reflection', 'summary'] },
  );
  expect(step('reflections', given)).toBe(`now student ${at}`);
  expect(step('summary', given)).toBe(`now student ${at}`);
});

test('an evaluation waits for the business from the day on which it is due', () => {
  expect(step('evaluations', facts(), '2026-07-31')).toBe('now business 2026-07-31');
  expect(step('evaluations', facts({}, { evaluations: 1 }))).toBe('later 2026-08-31');
  const at = '2026-08-20T10:00:00.000Z';
  expect(step('evaluations', facts({ evaluatedAt: at }, { evaluations: 2 }))).toBe(`done ${at}`);
  const approved = facts({ evaluatedAt: at, approvedAt: { evals: TODAY } }, { approved: ['evals'] });
  expect(step('evaluations', approved)).toBe(`done ${TODAY}`);
  expect(step('evaluations', facts({ status: 'completed' }, { hasEnded: true }))).toBe('not needed');
});

test('final work is next once the hours are in or the last day has come', () => {
  expect(step('summary', facts(), '2026-08-31')).toBe('now student 2026-08-31');
  const at = '2026-06-20T10:00:00.000Z';
  const hoursIn = facts({}, { acceptedHours: 999, totalHours: 999, hoursLastUpdated: at });
  expect(step('project', hoursIn)).toBe(`now student ${at}`);
  expect(step('project', facts({ filesAt: at }, { finalFiles: 1 }))).toBe(`done ${at}`);
});

test('submitted work waits for the school from the first item on', () => {
  const [first, second] = ['2026-06-20T10:00:00.000Z', '2026-06-25T10:00:00.000Z'];
  const given = { answers: 2, reflectionLastUpdated: second, hasSummary: true };
  expect(step('sign-off', facts({ summaryAt: first }, given))).toBe(`now school ${first}`);
  const approved = facts({ approvedAt: { msde: second } }, { ...given, approved: ['msde'] });
  expect(step('sign-off', approved)).toBe(`done ${second}`);
});

test('the business ends it once hours and evaluations are in', () => {
  const at = '2026-08-20T10:00:00.000Z';
  const work = { acceptedHours: 999, totalHours: 999, evaluations: 2, hoursLastUpdated: '2026-08-10' };
  expect(step('end', facts({ evaluatedAt: at }, work))).toBe(`now business ${at}`);
  const ended = { ...work, hasEnded: true };
  expect(step('end', facts({ status: 'completed' }, ended))).toBe('done');
  expect(step('end', facts({ status: 'completed', endedAt: at }, ended))).toBe(`done ${at}`);
});

test('needs nothing unfinished after termination, except approvals', () => {
  const ended = facts(
    { status: 'terminated', agreement: { ...signed, status: 'sent', signatures: [] } },
    { hasEnded: true },
  );
  const open = stepsOf(ended, 'school', TODAY).filter(({ state }) => state === 'now' || state === 'later');
  expect(open).toEqual([]);
});

test('the current step is the viewer’s own first, then another’s, and a future day last', () => {
  const steps = stepsOf(
    facts({ waitingSince: '2026-06-20T10:00:00.000Z' }, { pendingCount: 1, totalHours: 5 }),
    'student',
    TODAY,
  );
  expect(currentStep(steps, 'business')?.step).toBe('hours');
  expect(currentStep(steps, 'guardian')?.step).toBe('hours');
  const early = stepsOf(facts({ askedAt: null, consent: null }), 'student', '2026-05-20');
  expect(early.find(({ step: name }) => name === 'first day')?.state).toBe('now');
  expect(currentStep(early, 'student')?.step).toBe('consent');
  expect(currentStep([], 'student')).toBeUndefined();
});
