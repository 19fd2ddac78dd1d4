import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { locales, msg, t } from '@waypost/contract/i18n';
import type { Client } from '@waypost/contract/school-system/clients/calls';
import { type Settings, settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { FirstSettingsInput, SettingsInput } from '@waypost/contract/school-system/settings/forms';
import {
  DEFAULT_OFFER_DAYS,
  DEFAULT_ZONE,
  type TimeZone,
  timeZones,
  zoneNames,
} from '@waypost/contract/school-system/settings/rules';
import { useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { settingsQuery } from '../../client/session.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { LogoField } from './LogoField.tsx';

/** The names that the platform's owner gave the school system. */
type ClientNames = Pick<Client, 'full_name' | 'short_name'>;

const networks = [
  { field: 'facebook', label: msg('Facebook') },
  { field: 'twitter', label: msg('Twitter') },
  { field: 'instagram', label: msg('Instagram') },
  { field: 'snapchat', label: msg('Snapchat') },
] as const;

const valuesOf = (settings: Settings | null, named: ClientNames | undefined) => ({
  short_name: settings?.short_name ?? named?.short_name ?? '',
  full_name: settings?.full_name ?? named?.full_name ?? '',
  phone_number: settings?.phone_number ?? '',
  default_password: '',
  facebook: settings?.facebook ?? '',
  twitter: settings?.twitter ?? '',
  instagram: settings?.instagram ?? '',
  snapchat: settings?.snapchat ?? '',
  staff_second_factor: settings?.staff_second_factor ?? false,
  locale: settings?.locale ?? 'browser',
  time_zone: settings?.time_zone ?? (DEFAULT_ZONE as TimeZone),
  offer_days: (settings?.offer_days ?? DEFAULT_OFFER_DAYS) as number | string,
  logo: settings?.logo?._id,
});

const defaultPasswordHint = (isSet: boolean) =>
  isSet
    ? t(
        'Leave empty to keep the current one. When you reset the account of a student or business, they can log in with it once within 24 hours, and then choose their own. At least 10 characters.',
      )
    : t(
        'When you reset the account of a student or business, they can log in with it once within 24 hours, and then choose their own. At least 10 characters.',
      );

/** Names, phone number, logo, default password and social networks (docs/behavior/settings.md#form). */
export function SettingsForm({
  settings,
  named,
}: {
  settings: Settings | null;
  named?: ClientNames | undefined;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [logo, setLogo] = useState(settings?.logo ?? null);
  const isSaved = useRef(false);
  const save = useCall(settingsCalls.saveSettings);
  const { form, busy, formProps } = useCheckedForm<ReturnType<typeof valuesOf>, SettingsInput>({
    schema: settings?.has_default_password ? SettingsInput : FirstSettingsInput,
    initialValues: valuesOf(settings, named),
    edits: settings && {
      revision: settings.revision,
      load: async () => {
        const stored = (await call(settingsCalls.getSettings, {})) as Settings;
        return { values: valuesOf(stored, named), revision: stored.revision };
      },
    },
    submit: async (input, revision) => {
      const { message } = await save.mutateAsync({ ...input, revision });
      if (message === 'fail') return notify.error(t('Something went wrong'), t('Error Saving.'));
      isSaved.current = true;
      await queries.fetchQuery({ ...settingsQuery, staleTime: 0 });
      notify.success(t('Site Settings Saved'), t('Success'));
      await navigate({ to: '/default' });
    },
  });
  const { short_name, full_name } = form.values;
  const isReady = logo !== null && short_name.trim() !== '' && full_name.trim() !== '';

  return (
    <form {...formProps}>
      <UnsavedChanges when={() => !isSaved.current && form.isDirty()} />
      <Stack>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label={t('Full name')}
                required
                autoComplete="off"
                placeholder={t('Chesapeake Bay Public Schools')}
                {...form.getInputProps('full_name')}
              />
              <TextInput
                label={t('Short name')}
                required
                autoComplete="off"
                placeholder={t('CBPS')}
                {...form.getInputProps('short_name')}
              />
            </SimpleGrid>
            <PhoneInput
              label={t('Phone number')}
              required
              autoComplete="off"
              {...form.getInputProps('phone_number')}
              value={form.values.phone_number}
              onChange={(typed) => form.setFieldValue('phone_number', typed)}
            />
            <LogoField
              value={logo}
              name={short_name.trim()}
              error={form.errors.logo}
              onChange={(stored) => {
                setLogo(stored);
                form.setFieldValue('logo', stored._id);
              }}
            />
            <NativeSelect
              label={t('Language')}
              description={t(
                'For people who haven’t chosen a language, on every page and in emails. If you choose the language of their browser, emails are in English.',
              )}
              data={[
                { value: 'browser', label: t('The language of their browser') },
                ...Object.entries(locales).map(([value, label]) => ({ value, label })),
              ]}
              {...form.getInputProps('locale')}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <NativeSelect
                label={t('Time zone')}
                description={t('For the times of interviews, and for when a day ends.')}
                data={timeZones.map((zone) => ({ value: zone, label: t(zoneNames[zone]) }))}
                {...form.getInputProps('time_zone')}
              />
              <NumberField
                whole
                label={t('Days to reply to an offer')}
                description={t('For students, unless the business chooses another date.')}
                {...form.getInputProps('offer_days')}
                value={form.values.offer_days}
                onChange={(typed) => form.setFieldValue('offer_days', typed)}
              />
            </SimpleGrid>
          </Stack>
        </Paper>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <PasswordField
            label={t('Default password')}
            required={!settings?.has_default_password}
            autoComplete="off"
            description={defaultPasswordHint(settings?.has_default_password ?? false)}
            {...form.getInputProps('default_password')}
          />
          <Switch
            mt="lg"
            label={t('Staff need two-step login')}
            description={t(
              'Teachers and administrators log in with a code from an app as well. They set it up at their next login.',
            )}
            {...form.getInputProps('staff_second_factor', { type: 'checkbox' })}
          />
        </Paper>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="networks">
          <Title order={2} size="h3" id="networks">
            {t('Social networks')}
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {t(
              'Shown at the bottom of every page. Enter a link, or just your username. Leave a field empty if you don’t use it.',
            )}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {networks.map(({ field, label }) => (
              <TextInput key={field} label={t(label)} autoComplete="off" {...form.getInputProps(field)} />
            ))}
          </SimpleGrid>
        </Paper>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {isReady ? '' : t('To save, add a full name, a short name, and a logo.')}
          </Text>
          <Button type="submit" loading={busy} disabled={!isReady}>
            {t('Save settings')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
