import type { Interview } from '@waypost/contract/applications/calls';

export const hasPassed = (moment: string | null) => moment !== null && new Date(moment) <= new Date();

/** Whether the student proposes another time that the business can still confirm. */
export const isProposing = (interview: Interview | null) =>
  interview?.state === 'Proposed' && !hasPassed(interview.proposed_at);
