import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, moment, said } from '../../fields.ts';
import { CodeInput, ProofInput } from './forms.ts';

/** Whether the caller logs in with a code in addition to a password. */
export const SecondFactor = z.object({
  /** When it was turned on; null if it is off. */
  since: moment.nullable(),
  recovery_codes_left: z.number().int(),
  /** Whether their school system or this server requires it, so that it cannot be turned off. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const refusedProof = ['wrongPassword', 'wrongCode'] as const;

/** Two-step login: a code in addition to the password (docs/behavior/second-factor.md). */
export const secondFactorCalls = {
  getSecondFactor: get('/auth/secondFactor', nothing, SecondFactor),
  /** Creates a secret for an app. The next call confirms it; until then, the previous one stays valid. */
  startSecondFactor: post(
    '/auth/startSecondFactor',
    ProofInput,
    z.object({
      message: z.enum(['success', ...refusedProof]),
      secret: z.string().optional(),
      /** The secret as a URI for apps, which the screen shows as a QR code. */
      address: z.string().optional(),
    }),
  ),
  confirmSecondFactor: post(
    '/auth/confirmSecondFactor',
    CodeInput,
    z.object({
      message: z.enum(['success', 'wrongCode', 'expired']),
      recovery_codes: z.array(z.string()).optional(),
    }),
    { replacesSession: true },
  ),
  stopSecondFactor: post('/auth/stopSecondFactor', ProofInput, said('success', ...refusedProof)),
  /** Replaces all recovery codes. */
  renewRecoveryCodes: post(
    '/auth/renewRecoveryCodes',
    ProofInput,
    z.object({
      message: z.enum(['success', ...refusedProof]),
      recovery_codes: z.array(z.string()).optional(),
    }),
  ),
  /** Turns it off for someone below the caller who lost their phone and their recovery codes. */
  resetSecondFactor: post('/auth/resetSecondFactor', z.object({ _id: id }), said('success', 'none')),
};
