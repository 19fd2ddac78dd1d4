import * as z from 'zod';
import { get, post } from '../../call.ts';
import { calendarDate, id, moment } from '../../fields.ts';
import { proofs } from '../../messages/proofs/rules.ts';
import { PaperConsentInput } from './forms.ts';
import { consentDecisions, consentMethods } from './rules.ts';

/** The release of a student's information to businesses (docs/behavior/consents.md): for the student and staff. */
export const Release = z.object({
  /** The newest decision; null if there is none. */
  consent: z
    .object({
      decision: z.enum(consentDecisions),
      name: z.string(),
      method: z.enum(consentMethods),
      decided_on: calendarDate,
      /** When it was given by a link; null on paper. */
      decided_at: moment.nullable(),
      /** The address of that link, masked; empty on paper. */
      sent_to: z.string(),
      /** The second proof, and its masked address or phone number; null and empty without one. */
      proof: z.enum(proofs).nullable(),
      proof_to: z.string(),
      /** Who recorded it from paper; empty otherwise. */
      recorded_by: z.string(),
    })
    .nullable(),
  /** The guardians who were sent a link that still works, by their ids. */
  asked: z.array(z.object({ guardian_id: z.string(), sent_at: moment })),
  /** The release in paragraphs, in the caller's language. */
  text: z.array(z.string()),
});
export type Release = z.infer<typeof Release>;

const ofStudent = z.object({ student_id: id });

export const consentCalls = {
  getRelease: get('/api/getRelease', ofStudent, Release),
  /** Emails the link to consent or refuse to a guardian whom staff confirmed. */
  askForConsent: post('/api/askForConsent', ofStudent.extend({ guardian_id: id }), Release),
  /** Records a decision from paper. A link of the purpose `consent` records its own. */
  recordConsent: post('/api/recordConsent', z.intersection(ofStudent, PaperConsentInput), Release, {
    creates: true,
  }),
};
