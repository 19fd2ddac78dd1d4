import { expect, test } from 'vitest';
import { contactLogOn } from './forms.ts';

test('rejects a contact dated in the future', () => {
  const form = {
    student_id: '00000000-0000-4000-8000-0000000000a1',
    primary_contact_name: 'Rosa Torres',
    associated_business: 'Bayside Marine',
  };
  const isAccepted = (log_date: string) =>
    contactLogOn('2026-03-04').safeParse({ ...form, log_date }).success;
  expect([isAccepted('2026-03-04'), isAccepted('2026-03-05')]).toEqual([true, false]);
});
