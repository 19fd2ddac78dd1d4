import { t } from '@waypost/contract/i18n';
import type { OwnContact } from '@waypost/contract/people/contacts/forms';
import { FIRST_ROLES, inOrder, whyNotFirst } from '@waypost/contract/people/contacts/rules';
import type { OwnGuardian } from '@waypost/contract/people/guardians/forms';
import { GUARDIANS_MAX, type Relationship } from '@waypost/contract/people/guardians/rules';
import type { BusinessProfile, StudentProfile } from '@waypost/contract/people/profiles/forms';
import { type FieldErrors, refuse } from '@waypost/contract/refusal';
import type { FoundContact } from '../contacts/queries.ts';
import { isFromSchool, onlySchoolCanRemove } from '../guardians/guardian-changes.ts';
import type { FoundGuardian } from '../guardians/queries.ts';

/*
 * The people named in a profile: as a list, or in the profile's own fields, which show the first people of that list
 * (docs/behavior/guardians.md#the-profiles-fields).
 */

/** The guardians in a student's profile. Refuses what a student cannot do. */
export function wantedGuardians(before: readonly FoundGuardian[], profile: StudentProfile): OwnGuardian[] {
  const { guardians } = profile;
  const wanted = guardians ?? namedByDocuments(before, profile);
  const errors: FieldErrors = {};
  if (guardians)
    for (const [index, { _id }] of guardians.entries())
      if (!isOneOf(before, _id) || (_id && guardians.findIndex((other) => other._id === _id) < index))
        errors[`guardians.${index}`] = [t('This person is no longer in your profile. Reload the page.')];
  if (wanted.length > Math.max(GUARDIANS_MAX, before.length))
    errors.guardians = [t('name at most {max} people', { max: GUARDIANS_MAX })];
  const lost = before.find((known) => isFromSchool(known) && wanted.every(({ _id }) => _id !== known.id));
  if (lost) errors[guardians ? 'guardians' : 'alternate_parent_name'] = [onlySchoolCanRemove(lost.name)];
  return Object.keys(errors).length > 0 ? refuse('invalid-input', undefined, errors) : wanted;
}

const isOneOf = (before: readonly { id: string }[], id: string | undefined) =>
  id === undefined || before.some((known) => known.id === id);

function namedByDocuments(before: readonly FoundGuardian[], profile: StudentProfile): OwnGuardian[] {
  const [parent, alternate, ...others] = before.map(toOwnGuardian);
  const first = { ...blank(parent), name: profile.parent_name, phone: profile.parent_phone };
  const { alternate_parent_name: name, alternate_parent_phone: phone } = profile;
  const second = name || phone ? [{ ...blank(alternate), name, phone }] : [];
  return [first, ...second, ...others];
}

const blank = (known: OwnGuardian | undefined) =>
  known ?? { relationship: '' as const, email: '', language: 'en' as const };

const toOwnGuardian = (row: FoundGuardian): OwnGuardian => ({
  _id: row.id,
  name: row.name,
  relationship: row.relationship as Relationship,
  email: row.email,
  phone: row.phone,
  language: row.language,
});

/** The contacts in a business's profile. */
export function wantedContacts(before: readonly FoundContact[], profile: BusinessProfile): OwnContact[] {
  const { contacts } = profile;
  if (!contacts) return contactsOfDocuments(before.map(toOwnContact), profile);
  const errors: FieldErrors = {};
  for (const [index, { _id }] of contacts.entries())
    if (!isOneOf(before, _id) || (_id && contacts.findIndex((other) => other._id === _id) < index))
      errors[`contacts.${index}`] = [t('This person is no longer in your profile. Reload the page.')];
  const [first] = contacts;
  if (first)
    for (const [field, messages] of Object.entries(whyNotFirst(first)))
      errors[`contacts.0.${field}`] = messages;
  return Object.keys(errors).length > 0 ? refuse('invalid-input', undefined, errors) : contacts;
}

function contactsOfDocuments(before: readonly OwnContact[], profile: BusinessProfile): OwnContact[] {
  const [known, ...others] = before;
  const { contact_name, contact_email, contact_phone, admin_name, admin_email, admin_phone } = profile;
  const first = {
    ...(known ?? { roles: [...FIRST_ROLES] }),
    name: contact_name,
    email: contact_email,
    phone: contact_phone,
  };
  const admin = { name: admin_name, email: admin_email, phone: admin_phone };
  const isNamed = Object.values(admin).some((value) => value !== '');
  const at = others.findIndex(({ roles }) => roles.includes('administration'));
  const administrator = others[at];
  if (!administrator)
    return [first, ...others, ...(isNamed ? [{ ...admin, roles: ['administration' as const] }] : [])];
  if (isNamed) return [first, ...others.with(at, { ...administrator, ...admin })];
  // A person with another role keeps that role.
  const roles = administrator.roles.filter((role) => role !== 'administration');
  const left = roles.length > 0 ? [{ ...administrator, roles }] : [];
  return [first, ...others.toSpliced(at, 1, ...left)];
}

const toOwnContact = (row: FoundContact): OwnContact => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  roles: inOrder(row.roles),
});
