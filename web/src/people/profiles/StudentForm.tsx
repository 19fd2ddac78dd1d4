import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { GUARDIANS_MAX } from '@waypost/contract/people/guardians/rules';
import type { User } from '@waypost/contract/people/profiles/calls';
import { studentProfileOn } from '@waypost/contract/people/profiles/forms';
import { genders, graduationYears, pronouns } from '@waypost/contract/people/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import { useState } from 'react';
import { ChipChoice } from '../../ui/ChipChoice.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { dateOf } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { type StudentValues, studentValues } from './form-values.ts';
import type { FormVariant } from './form-variant.ts';
import { NoFilesInTrial } from './NoFilesInTrial.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';
import { Sections } from './Sections.tsx';
import { StudentFiles, StudentFilesBadge } from './StudentFiles.tsx';
import type { Section } from './sections.ts';
import { useSectionedProfile } from './use-sectioned-profile.tsx';

type Key = 'about' | 'school' | 'family' | 'location' | 'files';

const sections: readonly Section<Key>[] = [
  { key: 'about', title: msg('About you') },
  { key: 'school', title: msg('School and interests') },
  { key: 'family', title: msg('Phones and parents') },
  { key: 'location', title: msg('Where you live') },
  { key: 'files', title: msg('Résumé and agreement') },
];

const sectionOf: Record<keyof StudentValues, Key> = {
  first_name: 'about',
  middle_name: 'about',
  last_name: 'about',
  student_id: 'about',
  birth_date: 'about',
  gender: 'about',
  pronouns: 'about',
  graduation_year: 'school',
  school_attending: 'school',
  affiliated_program: 'school',
  focus_areas: 'school',
  home_phone: 'family',
  cell_phone: 'family',
  parent_name: 'family',
  parent_phone: 'family',
  alternate_parent_name: 'family',
  alternate_parent_phone: 'family',
  location: 'location',
};

const choose = (word: string, choices: readonly (string | number)[], nameOf = wireName) => [
  { value: '', label: word },
  ...choices.map((choice) => ({ value: `${choice}`, label: nameOf(`${choice}`) })),
];

/** A student's profile (docs/behavior/profiles.md#student-form). */
export function StudentForm({ user, variant }: { user: User; variant: FormVariant }) {
  const [today] = useState(() => dateOf(new Date()));
  const [schema] = useState(() => studentProfileOn(today));
  const isSchools = user.birth_date !== null && (user.birth_date_by === 'school' || user.approved);
  const { form, values, lists, ownName, frame, shown, location } = useSectionedProfile({
    user,
    variant,
    schema,
    toValues: studentValues,
    sections,
    sectionOf,
  });
  const phone = (field: 'home_phone' | 'cell_phone' | 'parent_phone' | 'alternate_parent_phone') => ({
    ...form.getInputProps(field),
    value: values[field],
    onChange: (typed: string) => form.setFieldValue(field, typed),
  });

  return (
    <ProfileFrame {...frame}>
      <Sections
        {...shown}
        badges={{ files: <StudentFilesBadge user={user} /> }}
        parts={{
          about: (
            <Stack>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput
                  label={t('First name')}
                  required
                  autoComplete="given-name"
                  {...form.getInputProps('first_name')}
                />
                <TextInput
                  label={t('Middle name')}
                  autoComplete="additional-name"
                  {...form.getInputProps('middle_name')}
                />
                <TextInput
                  label={t('Last name')}
                  required
                  autoComplete="family-name"
                  {...form.getInputProps('last_name')}
                />
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label={t('Student ID')}
                  required
                  autoComplete="off"
                  {...form.getInputProps('student_id')}
                />
                <NativeSelect
                  label={t('Gender')}
                  required
                  data={choose(t('Choose'), genders)}
                  {...form.getInputProps('gender')}
                />
                <NativeSelect
                  label={t('Pronouns')}
                  data={choose(t('Not specified'), pronouns)}
                  {...form.getInputProps('pronouns')}
                />
                <DateField
                  label={t('Birth date')}
                  autoComplete="bday"
                  // Below the field, so that the field is level with the one beside it.
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  {...(isSchools && {
                    disabled: true,
                    description: t(
                      'Your school has this date on file. If it is wrong, ask them to correct it.',
                    ),
                  })}
                  {...form.getInputProps('birth_date')}
                  value={values.birth_date}
                  max={today}
                />
              </SimpleGrid>
            </Stack>
          ),
          school: (
            <Stack>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <NativeSelect
                  label={t('School')}
                  required
                  data={choose(t('Choose a school'), lists.schools)}
                  {...form.getInputProps('school_attending')}
                />
                <NativeSelect
                  label={t('Program')}
                  required
                  data={choose(t('Choose a program'), lists.programs, ownName)}
                  {...form.getInputProps('affiliated_program')}
                />
                <NativeSelect
                  label={t('Graduation year')}
                  required
                  data={choose(t('Choose a year'), yearsWith(values.graduation_year))}
                  {...form.getInputProps('graduation_year')}
                  value={values.graduation_year ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    form.setFieldValue('graduation_year', value === '' ? null : Number(value))
                  }
                />
              </SimpleGrid>
              <ChipChoice
                label={t('Focus areas')}
                description={t('The fields you’d like to work in. Choose at least one.')}
                required
                choices={lists.focusAreas}
                nameOf={ownName}
                {...form.getInputProps('focus_areas')}
                value={values.focus_areas}
              />
            </Stack>
          ),
          family: (
            <Stack>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <PhoneInput label={t('Cell phone')} {...phone('cell_phone')} />
                <PhoneInput label={t('Home phone')} {...phone('home_phone')} />
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label={t('Parent or guardian')}
                  required
                  autoComplete="off"
                  {...form.getInputProps('parent_name')}
                />
                <PhoneInput label={t('Their phone')} {...phone('parent_phone')} autoComplete="off" />
                <TextInput
                  label={t('Another parent or guardian')}
                  autoComplete="off"
                  {...form.getInputProps('alternate_parent_name')}
                />
                <PhoneInput
                  label={t('Alternate parent’s phone')}
                  {...phone('alternate_parent_phone')}
                  autoComplete="off"
                />
              </SimpleGrid>
              {user.__v > 0 && (
                <Text size="sm">
                  {t('Add their emails, languages, and up to {max} people on your profile page.', {
                    max: GUARDIANS_MAX,
                  })}{' '}
                  <TextLink to="/profile/view/$id" params={{ id: user._id }}>
                    {t('View profile')}
                  </TextLink>
                </Text>
              )}
            </Stack>
          ),
          location,
          files: frame.testing ? <NoFilesInTrial /> : <StudentFiles user={user} />,
        }}
      />
    </ProfileFrame>
  );
}

/** The available years, plus a saved one, however long ago. */
function yearsWith(chosen: number | null): number[] {
  const years = graduationYears(new Date());
  return chosen === null || years.includes(chosen) ? years : [chosen, ...years].sort((a, b) => a - b);
}
