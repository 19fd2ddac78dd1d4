import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import type { Location } from '@waypost/contract/location';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { listCalls, type School } from '@waypost/contract/school-system/lists/calls';
import { NewSchool } from '@waypost/contract/school-system/lists/forms';
import { schoolTypes } from '@waypost/contract/school-system/lists/rules';
import { wireName } from '@waypost/contract/wire-names';
import { call } from '../../client/call.ts';
import { editsEntry } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, useCall } from '../../client/queries.ts';
import { isSameAddress, needsLookUp } from './address-changes.ts';
import { EntryFrame } from './EntryFrame.tsx';
import type { EntryFormProps } from './editable-list.ts';
import { LocationFields } from './LocationFields.tsx';
import { NotSaved, useEntryForm } from './use-entry-form.ts';
import { useSchoolPlace } from './use-school-place.ts';

const nowhere: Location = {
  street: '',
  city: '',
  state: '',
  zip: '',
  lat: null,
  lon: null,
  userOverwroteLocation: false,
};

/** The center of the country, where the map starts for the first school. */
const COUNTRY = { lat: 39.5, lon: -98.35 };

const typeChoices = () => [
  { value: '', label: t('Choose a type') },
  ...schoolTypes.map((type) => ({ value: type, label: wireName(type) })),
];

const valuesOf = (entry: School | undefined, location: School['location']) => ({
  name: entry?.name ?? '',
  type: entry?.type ?? '',
  ...location,
});

/** A school's name, type and address (docs/behavior/lists.md#schools). */
export function SchoolForm({ entry, onSaved, onClose }: EntryFormProps<School>) {
  const create = useCall(listCalls.createSchool);
  const edit = useCall(listCalls.editSchool);
  const schools = useQuery(callQuery(listCalls.getSchools, {}, { noticed: true }));
  const findPlace = useSchoolPlace();
  const ownState = schools.data?.find(({ location }) => location.state !== '')?.location.state ?? '';
  const saved = entry?.location ?? { ...nowhere, state: ownState };
  const entryForm = useEntryForm({
    schema: NewSchool,
    initialValues: valuesOf(entry, saved),
    edits: editsEntry(
      entry,
      (stored) => valuesOf(stored, stored.location),
      () => call(listCalls.getSchools, {}),
    ),
    isUnnamed: ({ name }) => name.trim() === '',
    invalid: () => [t('Error Saving'), t('Something Went Wrong, check that all fields are filled out')],
    onSaved,
    onClose,
    save: async (parsed, revision) => {
      const school = needsLookUp(parsed, saved) ? { ...parsed, ...(await findPlace(parsed)) } : parsed;
      const { message } = entry
        ? await edit.mutateAsync({ ...school, _id: entry._id, revision })
        : await create.mutateAsync(school);
      if (message !== 'success') throw refusedWith(message);
      notify.success(t('School saved'), t('Success'));
    },
  });
  const { form } = entryForm;
  const { values, errors } = form;
  const near = schools.data?.find(({ location }) => isPlaced(location))?.location;

  return (
    <EntryFrame title={entry ? t('Edit school') : t('Add school')} isNew={!entry} entryForm={entryForm}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t('School name')} required autoComplete="off" {...form.getInputProps('name')} />
        <NativeSelect label={t('Type')} required data={typeChoices()} {...form.getInputProps('type')} />
      </SimpleGrid>
      <LocationFields
        value={values}
        isSaved={isSameAddress(values, saved)}
        errors={{ street: errors.street, city: errors.city, state: errors.state, zip: errors.zip }}
        onChange={(field, text) => {
          form.setValues({ [field]: text, userOverwroteLocation: false });
          form.clearFieldError(field);
        }}
        onFill={(fields) => {
          form.setValues({ ...fields, userOverwroteLocation: false });
          for (const field of Object.keys(fields)) form.clearFieldError(field);
        }}
        onBlur={(field) => void form.validateField(field)}
        onMovePin={(to) => form.setValues({ ...to, userOverwroteLocation: true })}
        nearby={near ? { lat: near.lat ?? 0, lon: near.lon ?? 0 } : COUNTRY}
        nearbyZoom={near ? undefined : 4}
        shown
        name={t('The school')}
        isOwn={false}
      />
    </EntryFrame>
  );
}

/** Shows a notice for a reply other than success (docs/behavior/lists.md#schools). */
function refusedWith(message: 'School Exists' | 'fail'): NotSaved {
  if (message === 'School Exists')
    notify.warning(
      t('A School already exists with that name, make sure you aren’t accidentally adding a duplicate'),
      t('Try Again'),
    );
  else notify.error(t('Error Saving.'), t('Something Went Wrong, check that all fields are filled out'));
  return new NotSaved();
}
