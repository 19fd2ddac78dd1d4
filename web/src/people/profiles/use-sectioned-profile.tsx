import type { Location } from '@waypost/contract/location';
import type { User } from '@waypost/contract/people/profiles/calls';
import { useMemo } from 'react';
import type * as z from 'zod';
import { useOwnName } from '../../client/own-names.ts';
import { LocationFields } from '../../school-system/lists/LocationFields.tsx';
import type { FormVariant } from './form-variant.ts';
import { type Section, useSections, withFirst } from './sections.ts';
import { useListNames } from './use-list-names.ts';
import { useLocation } from './use-location.ts';
import { useProfileForm } from './use-profile-form.ts';

interface SectionedProfileChoices<Key extends string, Values, Parsed> {
  user: User;
  variant: FormVariant;
  /** The role's schema (docs/behavior/profiles.md#saving). */
  schema: z.ZodType<Parsed>;
  toValues: (user: User) => Values;
  /** In order; `maps` moves the location to the top. */
  sections: readonly Section<Key | 'location'>[];
  /** The section of each field of the form. */
  sectionOf: Record<keyof Values & string, NoInfer<Key> | 'location'>;
}

/** The common part of a student's and a business's profile: a form in sections, including the location. */
export function useSectionedProfile<
  Key extends string,
  Values extends { location: Location },
  Parsed extends object,
>(choices: SectionedProfileChoices<Key, Values, Parsed>) {
  const { user, variant, schema, toValues, sections: all, sectionOf } = choices;
  const testing = variant === 'test';
  const profile = useProfileForm({ user, schema, toValues, testing });
  const { form } = profile;
  const { values, errors } = form;
  const first = variant === 'maps' ? 'location' : undefined;
  const sections = useMemo(() => withFirst(all, first), [all, first]);
  // All of a first profile must be filled in, so nobody has to open one section after the other.
  const allOpen = user.__v === 0;
  const state = useSections({ sections, sectionOf, schema, values, errors, first, allOpen });
  const location = useLocation(form, user, testing);
  const lists = useListNames();
  const ownName = useOwnName();
  return {
    form,
    values,
    lists,
    ownName,
    /** The props of `ProfileFrame`. */
    frame: { profile, state, of: sections.length, testing },
    /** The props of `Sections`. */
    shown: { sections, state },
    location: <LocationFields {...location} shown={state.isOpen('location')} />,
  };
}
