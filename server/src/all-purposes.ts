import type { Purposes } from './messages/links/routes.ts';
import { consentPurpose } from './people/consents/by-link.tsx';
import { signPurpose } from './placements/agreements/by-link.tsx';
import { evaluationPurpose } from './placements/evaluations/by-link.tsx';
import { hoursPurpose } from './placements/hours/by-link.tsx';
import { progressPurpose } from './placements/progress/by-link.tsx';
import { supervisorPurpose } from './placements/supervisors/by-link.tsx';

/** What links can be for. A purpose without an entry does not compile. */
export const allPurposes: Purposes = {
  hours: hoursPurpose,
  evaluation: evaluationPurpose,
  sign: signPurpose,
  consent: consentPurpose,
  supervisor: supervisorPurpose,
  progress: progressPurpose,
};
