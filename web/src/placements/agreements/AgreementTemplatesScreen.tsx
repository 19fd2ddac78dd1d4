import { Button, Checkbox, Group, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import {
  type AgreementSetup,
  type AgreementTemplate,
  agreementCalls,
} from '@waypost/contract/placements/agreements/calls';
import { AgreementSettingsInput } from '@waypost/contract/placements/agreements/forms';
import { wireName } from '@waypost/contract/wire-names';
import { useEffect, useRef, useState } from 'react';
import { isFailure } from '../../client/failure.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useOwnName } from '../../client/own-names.ts';
import { callQuery, keyOf, refresh, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import classes from './Agreement.module.css';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateVersions } from './TemplateVersions.tsx';

/**
 * The texts of a school system's agreements, and how they are signed
 * (docs/behavior/agreements.md#templates).
 */
export default function AgreementTemplatesScreen() {
  const query = useQuery(callQuery(agreementCalls.getAgreementSetup, {}));
  return (
    <Screen
      title={t('Training agreements')}
      lead={t(
        'Each accepted placement gets an agreement that the student, the business, and the school sign.',
      )}
    >
      <Loaded query={query}>{(setup) => <Setup setup={setup} />}</Loaded>
    </Screen>
  );
}

/** Changes the setup. The reply updates the cache, and a conflict refetches the setup. */
function useSetupCall<In>(to: Call<In, AgreementSetup>) {
  const queries = useQueryClient();
  return useCall(to, {
    onSuccess: (fresh) => queries.setQueryData(keyOf(agreementCalls.getAgreementSetup, {}), fresh),
    onError: async (error) => {
      if (isFailure(error, 'conflict')) await refresh(queries, agreementCalls.getAgreementSetup);
    },
  });
}

function Setup({ setup }: { setup: AgreementSetup }) {
  const home = useFocusHome<HTMLDivElement>();
  const ownName = useOwnName();
  // What a template applies to: "Welding, Apprenticeship", or all.
  const scopeOf = ({ program, internship_type }: AgreementTemplate) =>
    [ownName(program ?? ''), internship_type && wireName(internship_type)].filter(Boolean).join(', ') ||
    t('All placements');
  const [editing, setEditing] = useState<AgreementTemplate | 'new' | null>(null);
  const [reading, setReading] = useState<AgreementTemplate | null>(null);
  const [deleting, setDeleting] = useState<AgreementTemplate | null>(null);
  const currentOf = ({ _id }: AgreementTemplate) => setup.templates.find((one) => one._id === _id);
  const newerThan = (seen: AgreementTemplate) => {
    const current = currentOf(seen);
    return current && current.version > seen.version ? current : null;
  };
  const save = useSetupCall(agreementCalls.saveAgreementTemplate);
  const remove = useSetupCall(agreementCalls.deleteAgreementTemplate);
  const heading = useRef<HTMLHeadingElement>(null);
  const isListed = editing === null && reading === null;
  const wasListed = useRef(isListed);
  // Opening and closing both remove the pressed button, so move the focus to the heading.
  useEffect(() => {
    if (wasListed.current !== isListed) heading.current?.focus();
    wasListed.current = isListed;
  }, [isListed]);

  if (reading !== null)
    return (
      <Stack component="section" aria-label={t('Versions')}>
        <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('Versions: {scope}', { scope: scopeOf(reading) })}
        </Title>
        <TemplateVersions
          template={currentOf(reading) ?? reading}
          save={(input) => save.mutateAsync(input)}
          onClose={() => setReading(null)}
        />
      </Stack>
    );
  if (editing !== null)
    return (
      <Stack component="section" aria-label={t('Template')}>
        <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {editing === 'new' ? t('New template') : scopeOf(editing)}
        </Title>
        <TemplateForm
          template={editing === 'new' ? null : editing}
          newer={editing === 'new' ? null : newerThan(editing)}
          defaultBody={setup.default_body}
          save={(input) => save.mutateAsync(input)}
          onClose={() => setEditing(null)}
        />
      </Stack>
    );
  return (
    <Stack gap="lg" ref={home} tabIndex={-1} role="group" aria-label={t('Training agreements')}>
      <SettingsForm setup={setup} />
      <Group justify="space-between">
        <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('Templates')}
        </Title>
        <Button variant="default" onClick={() => setEditing('new')}>
          {t('Add template')}
        </Button>
      </Group>
      {setup.templates.length === 0 && (
        <Text>
          {t('You have none yet, so agreements use the standard text. Add a template to write your own.')}
        </Text>
      )}
      <ul className={classes.parties}>
        {setup.templates.map((template) => (
          <li key={template._id}>
            <Paper withBorder p="lg">
              <Group justify="space-between">
                <div>
                  <Text fw={600}>{scopeOf(template)}</Text>
                  <Text size="sm" c="dimmed">
                    {template.versions
                      .slice(0, 3)
                      .map(({ version, saved_at, saved_by }) =>
                        t('Version {version}, {day}, {name}', {
                          version,
                          day: showMoment(saved_at),
                          name: saved_by,
                        }),
                      )
                      .join(' · ')}
                  </Text>
                </div>
                <Group gap="sm">
                  <Button
                    variant="default"
                    aria-label={t('Edit template: {scope}', { scope: scopeOf(template) })}
                    onClick={() => setEditing(template)}
                  >
                    {t('Edit')}
                  </Button>
                  <Button
                    variant="default"
                    aria-label={t('Versions: {scope}', { scope: scopeOf(template) })}
                    onClick={() => setReading(template)}
                  >
                    {t('Versions')}
                  </Button>
                  <Button
                    variant="default"
                    aria-label={t('Delete template: {scope}', { scope: scopeOf(template) })}
                    onClick={() => setDeleting(template)}
                  >
                    {t('Delete')}
                  </Button>
                </Group>
              </Group>
            </Paper>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={async () => {
          if (deleting) await remove.mutateAsync({ _id: deleting._id });
          notify.success(t('The template was deleted.'), t('Deleted'));
        }}
        confirm={t('Delete template')}
        destroys
      >
        {t('New agreements use another template or the standard text. Existing agreements stay as they are.')}
      </ConfirmDialog>
    </Stack>
  );
}

function SettingsForm({ setup }: { setup: AgreementSetup }) {
  const save = useSetupCall(agreementCalls.saveAgreementSettings);
  const { form, busy, formProps } = useCheckedForm({
    schema: AgreementSettingsInput,
    initialValues: {
      signing_order: setup.signing_order as string,
      hours_before_signed: setup.hours_before_signed,
      second_proof: setup.second_proof,
    },
    submit: async (input) => {
      await save.mutateAsync(input);
      notify.success(t('This applies to agreements from now on.'), t('Signing saved'));
    },
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="signing">
      <form {...formProps}>
        <Stack>
          <Title order={2} size="h3" id="signing">
            {t('Signing')}
          </Title>
          <Radio.Group label={t('In which order people sign')} {...form.getInputProps('signing_order')}>
            <Stack gap="xs" mt="xs">
              <Radio value="parallel" label={t('Everyone at once')} />
              <Radio
                value="sequence"
                label={t('One after the other: student, parent or guardian, business, school')}
              />
            </Stack>
          </Radio.Group>
          <Checkbox
            label={t('Students can log hours before everyone has signed')}
            {...form.getInputProps('hours_before_signed', { type: 'checkbox' })}
          />
          <Checkbox
            label={t('Signing and consenting by link also takes a code')}
            description={t(
              'Six digits, emailed to another address on file, or read to the person on the phone by staff.',
            )}
            {...form.getInputProps('second_proof', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={busy}>
              {t('Save signing')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
