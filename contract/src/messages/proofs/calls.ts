import * as z from 'zod';
import { get, post } from '../../call.ts';
import { id, moment } from '../../fields.ts';
import { CodeAddressInput, ReadCodeInput } from './forms.ts';

/** How a student's guardians or a business's contacts prove who they are by link (docs/behavior/proofs.md). */
export const Proofs = z.object({
  /** Whether the school system requires a second proof. */
  required: z.boolean(),
  /** Another address of each, for codes; empty without one. */
  people: z.array(z.object({ _id: z.string(), email: z.string() })),
});
export type Proofs = z.infer<typeof Proofs>;

/** The student or the business, and one of its guardians or contacts. */
const person = z.object({ account_id: id, _id: id });

export const proofCalls = {
  getProofs: get('/api/getProofs', z.object({ account_id: id }), Proofs),
  saveCodeAddress: post('/api/saveCodeAddress', z.intersection(person, CodeAddressInput), Proofs),
  /** Creates a code that staff read to a person on the phone, after calling the number on file. */
  readCode: post(
    '/api/readCode',
    z.intersection(person, ReadCodeInput),
    z.object({ code: z.string(), phone: z.string(), expires_at: moment }),
  ),
};
