import type { Application } from '@waypost/contract/placements/applications/calls';

export const hasPassed = (moment: string | null) => moment !== null && new Date(moment) <= new Date();

/** Whether the student proposes another time that the business can still confirm. */
export const isProposing = ({ status, interview }: Pick<Application, 'status' | 'interview'>) =>
  status === 'Interview Scheduled' && interview?.state === 'Proposed' && !hasPassed(interview.proposed_at);
