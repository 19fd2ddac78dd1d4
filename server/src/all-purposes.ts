import type { Purposes } from './messages/links/pages.ts';
import { consentPurpose } from './people/consents/by-link.ts';
import { supervisorPurpose } from './people/contacts/by-link.ts';
import { signPurpose } from './placements/agreements/by-link.ts';
import { evaluationPurpose } from './placements/evaluations/by-link.ts';
import { hoursPurpose } from './placements/hours/by-link.ts';
import { progressPurpose } from './placements/progress/by-link.ts';

/** What links can be for. A purpose without an entry does not compile. */
export const allPurposes: Purposes = {
  hours: hoursPurpose,
  evaluation: evaluationPurpose,
  sign: signPurpose,
  consent: consentPurpose,
  supervisor: supervisorPurpose,
  progress: progressPurpose,
};
