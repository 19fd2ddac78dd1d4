import { randomUUID } from 'node:crypto';
import { itemStatuses } from '@waypost/contract/placements/projects/report';
import { type ApprovalType, approvalTypes, SUBMITTED } from '@waypost/contract/placements/projects/rules';
import { newFileKey } from '../platform/outside/file-store.ts';
import type { DemoOpportunity } from './opportunities.ts';
import { aPdf } from './pdf.ts';
import type { DemoStudent } from './students.ts';

export const summary = [
  'When I began I thought of this placement as hours to be filled. It became the part of the week that I looked forward to. I learned to prepare before I start, to say so when I am not sure, and to finish what I begin even when it takes longer than planned.',
  'The work that I am proudest of is one that a customer pointed at without knowing that I had done it. My supervisor taught me that good work is quiet: it holds, and no one has to think about it. I also learned what I do not want, which is to sit all day, and that is worth knowing at seventeen.',
  'After graduation I plan to go on in this field, first with a certificate and then, I hope, with an apprenticeship here. To the next student I would say: bring a notebook, and ask the second question.',
].join('\n\n');

/** A poster that a student submitted: its row, its link to the placement, and its bytes. */
export function makeFinalFile(
  clientId: string,
  { projectId, student, at }: { projectId: string; student: DemoStudent; at: Date },
) {
  const content = aPdf([
    'What I worked on, and what I learned',
    `${student.firstName} ${student.lastName}`,
    'Before: what I expected of the placement.',
    'During: three days that I remember.',
    'After: what I will do with it.',
  ]);
  const file = {
    clientId,
    id: randomUUID(),
    ownerId: student.id,
    name: 'Final project poster.pdf',
    description: 'final project',
    contentType: 'application/pdf',
    bytes: content.length,
    storageKey: newFileKey(),
    createdAt: at,
  };
  return { file, content, link: { clientId, projectId, fileId: file.id, createdAt: at } };
}

/** The items of a completed placement that staff can approve, if everything else is submitted. */
export function approvable(
  internshipType: DemoOpportunity['kind'],
  acceptedHours: number,
): readonly ApprovalType[] {
  const status = itemStatuses({
    internshipType,
    acceptedHours,
    totalHours: acceptedHours,
    pendingHours: 0,
    pendingCount: 0,
    hasEnded: true,
    questions: 1,
    answers: 1,
    hasSummary: true,
    finalFiles: 1,
    evaluations: 2,
    approved: [],
    school: '',
    hoursLastUpdated: null,
    reflectionLastUpdated: null,
  });
  return approvalTypes.filter((item) => status[item] === SUBMITTED);
}
