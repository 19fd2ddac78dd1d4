/** Terms of a training agreement that lack nothing. */
export const agreementTerms = {
  place: '2 Dock Street',
  start_date: '2026-06-01',
  end_date: '2026-08-31',
  schedule: 'Mon–Fri',
  hours_per_week: 20,
  pay: '$15 an hour',
  duties: 'Sands.',
  goals: 'Patience.',
  supervisor: 'Grace',
  supervision: 'Side by side.',
  hazardous: false,
  guardian_signs: false,
};
