import { signPurpose } from './agreements/by-link.ts';
import { consentPurpose } from './consents/by-link.ts';
import { supervisorPurpose } from './contacts/by-link.ts';
import { evaluationPurpose } from './evaluations/by-link.ts';
import { hoursPurpose } from './hours/by-link.ts';
import type { Purposes } from './links/pages.ts';
import { progressPurpose } from './progress/by-link.ts';

/** What links can be for. A purpose without an entry does not compile. */
export const allPurposes: Purposes = {
  hours: hoursPurpose,
  evaluation: evaluationPurpose,
  sign: signPurpose,
  consent: consentPurpose,
  supervisor: supervisorPurpose,
  progress: progressPurpose,
};
