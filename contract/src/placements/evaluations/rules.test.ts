import { expect, test } from 'vitest';
import { evaluationOn } from './forms.ts';
import { coversQuestions, termOf, termsOn, whyNotEvaluate } from './rules.ts';

test('offers the terms from last summer to next spring', () => {
  expect(termsOn('2026-03-04')).toEqual([
    'Summer 2025',
    'Fall 2025',
    'Spring 2026',
    'Summer 2026',
    'Fall 2026',
    'Spring 2027',
  ]);
});

test.each([
  ['2026-01-01', 'Spring 2026'],
  ['2026-05-31', 'Spring 2026'],
  ['2026-06-01', 'Summer 2026'],
  ['2026-08-31', 'Summer 2026'],
  ['2026-09-01', 'Fall 2026'],
  ['2026-12-31', 'Fall 2026'],
])('%s is in %s, which is offered on that day', (day, term) => {
  expect(termOf(day)).toBe(term);
  expect(termsOn(day)).toContain(term);
});

test('ratings are complete when each question is answered once and nothing else is', () => {
  const questions = [{ id: 'a' }, { id: 'b' }];
  const answers = (...ids: string[]) => ids.map((evaluation_question_id) => ({ evaluation_question_id }));
  expect(coversQuestions(answers('b', 'a'), questions)).toBe(true);
  expect(coversQuestions([], [])).toBe(true);
  for (const wrong of [answers('a'), answers('a', 'a'), answers('a', 'c'), answers('a', 'b', 'b')])
    expect(coversQuestions(wrong, questions)).toBe(false);
});

test('an intern can be evaluated twice, until the placement ends', () => {
  const open = { business_status: 'open' } as const;
  expect([0, 1].map((submitted) => whyNotEvaluate(open, submitted))).toEqual([null, null]);
  expect(whyNotEvaluate(open, 2)).toBe('This intern already has both evaluations');
  for (const business_status of ['completed', 'terminated'] as const)
    expect(whyNotEvaluate({ business_status }, 0)).toBe(
      `This placement is ${business_status}, so you can’t evaluate it now`,
    );
});

test('rejects an evaluation if another was submitted since it was started', () => {
  expect(whyNotEvaluate({ business_status: 'open' }, 1, 0)).toContain('just evaluated');
  expect(whyNotEvaluate({ business_status: 'open' }, 1, 1)).toBeNull();
});

test('rejects an evaluation dated in the future', () => {
  const form = {
    project_id: '00000000-0000-4000-8000-0000000000a1',
    supervisor: 'Grace',
    internship_facilitator: 'Mary',
    contact_phone: '(410)555-0123',
    term: 'Summer',
    comments: '<p>Good.</p>',
  };
  const isAccepted = (evaluation_date: string) =>
    evaluationOn('2026-03-04').safeParse({ ...form, evaluation_date }).success;
  expect([isAccepted('2026-03-04'), isAccepted('2026-03-05')]).toEqual([true, false]);
});
