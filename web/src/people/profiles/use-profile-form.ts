import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { profileCalls, type User } from '@waypost/contract/people/profiles/calls';
import type { LocationInput } from '@waypost/contract/people/profiles/forms';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { call } from '../../client/call.ts';
import { useDraft } from '../../client/draft.ts';
import { useCheckedForm } from '../../client/form.ts';
import { findPoint } from '../../client/geocoding.ts';
import { mergeChanges } from '../../client/merge-changes.ts';
import { notify, showNotSaved } from '../../client/notices.ts';
import { invalidate, useCall } from '../../client/queries.ts';
import { needsLookUp } from '../../school-system/lists/address-changes.ts';
import { useCacheUser } from './use-cache-user.ts';

interface ProfileFormChoices<Values, Parsed> {
  user: User;
  /** The role's schema (docs/behavior/profiles.md#saving). */
  schema: z.ZodType<Parsed>;
  toValues: (user: User) => Values;
  /** `/profile/test`: validates and shows what would be saved, without saving. */
  testing: boolean;
}

/** A profile's form: its draft, geocoding, saving, and after the first save the redirect to `/default`. */
export function useProfileForm<Values extends object, Parsed extends object>({
  user,
  schema,
  toValues,
  testing,
}: ProfileFormChoices<Values, Parsed>) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keepUser = useCacheUser();
  const isFirst = user.__v === 0;
  const [finished, setFinished] = useState(false);
  const [wouldSave, setWouldSave] = useState<object | null>(null);
  const save = useCall(profileCalls.saveProfile, { quiet: true, onError: showNotSaved });

  const openedAs = (stored: User) => ({ values: toValues(stored), revision: stored.revision });

  const checked = useCheckedForm<Values, Parsed>({
    schema,
    initialValues: toValues(user),
    within: 'profile',
    invalid: () => [t('Check your form for errors'), t('Form Error')],
    edits: {
      revision: user.revision,
      load: async () => openedAs((await call(profileCalls.getUser, { id: user._id })) as User),
    },
    submit: async (parsed, revision) => {
      const profile = await withPoint(parsed, user);
      if (testing) return setWouldSave(profile);
      const saved = await save.mutateAsync({
        profile: Object.fromEntries(Object.entries(profile)),
        revision,
      });
      draft.forget();
      keepUser(saved);
      // Show the texts as the server has stored them.
      checked.form.setValues(toValues(saved));
      checked.reopen(openedAs(saved));
      notify.success(t('Profile Updated.'));
      if (isFirst) setFinished(true);
    },
  });
  const { form } = checked;
  const draft = useDraft(
    `profile ${user._id}`,
    { base: checked.base, values: form.values },
    (kept) => {
      const { values, notes } = mergeChanges(kept.base, kept.values, form.getValues());
      form.setValues(values);
      form.setErrors(notes);
    },
    'while the tab is open',
  );

  // Only after the form has been marked as saved: leaving would ask otherwise.
  const onward = useRef(() => {});
  onward.current = () => {
    void invalidate(queries);
    void navigate({ to: '/default' });
  };
  useEffect(() => {
    if (finished && !checked.busy) onward.current();
  }, [finished, checked.busy]);

  return {
    ...checked,
    wouldSave,
    draft: {
      restored: draft.restored,
      discard: () => {
        form.setValues(toValues(user));
        form.resetDirty(toValues(user));
        form.clearErrors();
        draft.forget();
      },
    },
    hasUnsaved: () => !finished && !testing && form.isDirty(),
  };
}

/** Geocodes the profile's address if needed; otherwise returns the profile unchanged. */
async function withPoint<Parsed extends object>(parsed: Parsed, user: User): Promise<Parsed> {
  if (!('location' in parsed)) return parsed;
  const location = parsed.location as LocationInput;
  if (!needsLookUp(location, user.location)) return parsed;
  const { street, city, state, zip } = location;
  return { ...parsed, location: { ...location, ...(await findPoint({ street, city, state, zip })) } };
}
