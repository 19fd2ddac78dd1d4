import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Location } from '@waypost/contract/location';
import type { User } from '@waypost/contract/people/profiles/calls';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { callQuery } from '../../client/queries.ts';
import { isSameAddress } from '../../school-system/lists/address-changes.ts';
import type { Filled } from '../../school-system/lists/use-zip-place.ts';
import { usePin } from './use-pin.ts';

const HALF_AN_HOUR = 1_800_000;

/** The location fields of a profile's form. `testing` moves the pin without saving it. */
export function useLocation<Values extends { location: Location }>(
  form: UseFormReturnType<Values>,
  user: User,
  testing: boolean,
) {
  const value = form.values.location;
  const schools = useQuery(callQuery(listCalls.getSchools, {}, { staleTime: HALF_AN_HOUR, noticed: true }));
  const near = schools.data?.find((school) => isPlaced(school.location))?.location;

  const put = (location: Location) => form.setValues((now) => ({ ...now, location }) as Partial<Values>);
  const show = (location: Location) => {
    // A moved pin is saved immediately, so it alone does not make the form dirty.
    const wasSaved = !form.isDirty();
    put(location);
    if (wasSaved) form.resetDirty({ ...form.getValues(), location });
  };
  const movePin = usePin(user._id, show);

  return {
    value,
    isSaved: isSameAddress(value, user.location),
    nearby: near ? { lat: near.lat ?? 0, lon: near.lon ?? 0 } : undefined,
    errors: {
      street: form.errors['location.street'],
      city: form.errors['location.city'],
      state: form.errors['location.state'],
      zip: form.errors['location.zip'],
    },
    // A changed address makes a manually placed pin obsolete.
    onChange: (field: 'street' | 'city' | 'state' | 'zip', text: string) => {
      form.clearFieldError(`location.${field}`);
      put({ ...value, [field]: text, userOverwroteLocation: false });
    },
    onFill: (fields: Filled) => {
      for (const field of Object.keys(fields)) form.clearFieldError(`location.${field}`);
      put({ ...form.getValues().location, ...fields, userOverwroteLocation: false });
    },
    onBlur: (field: string) => void form.validateField(`location.${field}` as never),
    onMovePin: (to: { lat: number; lon: number }) =>
      testing ? put({ ...value, ...to, userOverwroteLocation: true }) : movePin(value, to),
  };
}
