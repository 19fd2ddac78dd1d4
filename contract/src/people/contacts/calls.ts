import * as z from 'zod';
import { get, post } from '../../call.ts';
import { id, revision } from '../../fields.ts';
import { ContactInput } from './forms.ts';
import { contactRoles } from './rules.ts';

/** A person at a business (docs/behavior/contacts.md), visible to the business and staff. */
export const Contact = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  roles: z.array(z.enum(contactRoles)),
  revision,
});
export type Contact = z.infer<typeof Contact>;

export const contactCalls = {
  /**
   * In the business's order: the first is `contact` in the profile, and the next one responsible for administration
   * is `admin`.
   */
  getContacts: get('/api/getContacts', z.object({ business_id: id }), z.array(Contact)),
  /** Adds a contact, or updates the one in `_id`. Replies with all of them, like the next call. */
  saveContact: post(
    '/api/saveContact',
    ContactInput.extend({ business_id: id, _id: id.optional(), revision: revision.optional() }),
    z.array(Contact),
    { creates: true },
  ),
  removeContact: post('/api/removeContact', z.object({ business_id: id, _id: id }), z.array(Contact)),
};
