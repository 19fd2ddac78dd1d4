import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { BusinessProfileForm } from '@waypost/contract/people/profiles/forms';
import { BIO_WORDS } from '@waypost/contract/people/profiles/rules';
import { byLabel } from '../../client/choice-filter.ts';
import { ChipChoice } from '../../ui/ChipChoice.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ManySelect } from '../../ui/ManySelect.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { type BusinessValues, businessValues } from './form-values.ts';
import type { FormVariant } from './form-variant.ts';
import { NoFilesInTrial } from './NoFilesInTrial.tsx';
import { PersonFile } from './PersonFile.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';
import { Sections } from './Sections.tsx';
import type { Section } from './sections.ts';
import { useSectionedProfile } from './use-sectioned-profile.tsx';

type Key = 'business' | 'bio' | 'offers' | 'contacts' | 'location' | 'files';

const sections: readonly Section<Key>[] = [
  { key: 'business', title: msg('Your business') },
  { key: 'bio', title: msg('Your story') },
  { key: 'offers', title: msg('What you offer students') },
  { key: 'contacts', title: msg('Contacts') },
  { key: 'location', title: msg('Where you are') },
  { key: 'files', title: msg('Agreement') },
];

const sectionOf: Record<keyof BusinessValues, Key> = {
  business_name: 'business',
  focus_areas: 'business',
  schools: 'business',
  business_bio: 'bio',
  featured_projects: 'bio',
  career_opportunities: 'offers',
  internship_opportunities: 'offers',
  contact_name: 'contacts',
  contact_email: 'contacts',
  contact_phone: 'contacts',
  admin_name: 'contacts',
  admin_email: 'contacts',
  admin_phone: 'contacts',
  location: 'location',
};

/** A business's profile, with its rich-text sections (docs/behavior/profiles.md#business-form). */
export default function BusinessForm({ user, variant }: { user: User; variant: FormVariant }) {
  const { form, values, lists, ownName, frame, shown, location } = useSectionedProfile({
    user,
    variant,
    schema: BusinessProfileForm,
    toValues: businessValues,
    sections,
    sectionOf,
  });
  type TextField = 'business_bio' | 'featured_projects' | 'career_opportunities' | 'internship_opportunities';
  const text = (field: TextField) => ({
    required: true,
    ...form.getInputProps(field),
    value: values[field],
  });
  const phone = (field: 'contact_phone' | 'admin_phone') => ({
    ...form.getInputProps(field),
    value: values[field],
    onChange: (typed: string) => form.setFieldValue(field, typed),
  });

  return (
    <ProfileFrame {...frame}>
      <Sections
        {...shown}
        badges={{
          files: user.agreement_file_id_fk ? (
            <StatusBadge tone="good">{t('On file')}</StatusBadge>
          ) : (
            <StatusBadge tone="plain">{t('Optional')}</StatusBadge>
          ),
        }}
        parts={{
          business: (
            <Stack>
              <TextInput
                label={t('Business name')}
                required
                autoComplete="organization"
                {...form.getInputProps('business_name')}
              />
              <ChipChoice
                label={t('Focus areas')}
                description={t('The fields you work in. Students find you by these.')}
                choices={lists.focusAreas}
                nameOf={ownName}
                {...form.getInputProps('focus_areas')}
                value={values.focus_areas}
              />
              <ManySelect
                label={t('Preferred schools')}
                description={t('Leave it empty to welcome students from every school.')}
                data={lists.schools}
                filter={byLabel}
                clearButtonProps={{ 'aria-label': t('Clear the preferred schools') }}
                nothingFoundMessage={t('No school of that name')}
                {...form.getInputProps('schools')}
              />
            </Stack>
          ),
          bio: (
            <Stack gap="lg">
              <RichTextEditor
                label={t('About your business')}
                description={t('Who you are, and what a student would be part of.')}
                suggested={BIO_WORDS}
                {...text('business_bio')}
              />
              <RichTextEditor
                label={t('Featured projects')}
                description={t('Work you’re proud of.')}
                {...text('featured_projects')}
              />
            </Stack>
          ),
          offers: (
            <Stack gap="lg">
              <RichTextEditor
                label={t('Career opportunities')}
                description={t('Careers people can build with you.')}
                {...text('career_opportunities')}
              />
              <RichTextEditor
                label={t('Internship opportunities')}
                description={t('What interns do with you.')}
                {...text('internship_opportunities')}
              />
            </Stack>
          ),
          contacts: (
            <Stack>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput
                  label={t('Contact’s name')}
                  required
                  autoComplete="name"
                  {...form.getInputProps('contact_name')}
                />
                <TextInput
                  label={t('Contact’s email')}
                  type="email"
                  required
                  autoComplete="email"
                  {...form.getInputProps('contact_email')}
                />
                <PhoneInput label={t('Contact’s phone')} required {...phone('contact_phone')} />
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <TextInput
                  label={t('Administrator’s name')}
                  autoComplete="off"
                  {...form.getInputProps('admin_name')}
                />
                <TextInput
                  label={t('Administrator’s email')}
                  type="email"
                  autoComplete="off"
                  {...form.getInputProps('admin_email')}
                />
                <PhoneInput label={t('Administrator’s phone')} {...phone('admin_phone')} autoComplete="off" />
              </SimpleGrid>
              {user.__v > 0 && (
                <Text size="sm">
                  {t('Add everyone else on your profile page, and say who supervises and who signs.')}{' '}
                  <TextLink to="/profile/view/$id" params={{ id: user._id }}>
                    {t('View profile')}
                  </TextLink>
                </Text>
              )}
            </Stack>
          ),
          location,
          files: frame.testing ? (
            <NoFilesInTrial />
          ) : (
            <PersonFile
              user={user}
              what="agreement"
              title={t('Signed agreement')}
              at="agreement_file_id_fk"
              name="business_agreement_file"
              status={null}
            >
              {t(
                'The agreement between your business and the school system, if you were given one to sign. Only you and the school system’s staff see it.',
              )}
            </PersonFile>
          ),
        }}
      />
    </ProfileFrame>
  );
}
