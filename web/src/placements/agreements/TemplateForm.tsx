import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentLocale, type Message, t } from '@waypost/contract/i18n';
import { type InternshipType, internshipTypes } from '@waypost/contract/opportunities/opportunities/rules';
import { type AgreementTemplate, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { TemplateInput } from '@waypost/contract/placements/agreements/forms';
import {
  type AgreementNames,
  type AgreementTerms,
  fillTemplate,
  templateFields,
} from '@waypost/contract/placements/agreements/template';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { wireName } from '@waypost/contract/wire-names';
import { useDeferredValue, useRef } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useOwnName } from '../../client/own-names.ts';
import { callQuery } from '../../client/queries.ts';
import { showMoment } from '../../ui/dates.ts';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import classes from './Agreement.module.css';
import { AgreementText } from './AgreementText.tsx';

interface TemplateFormProps {
  /** The template to edit; null for a new one. */
  template: AgreementTemplate | null;
  /** The current version, if someone else saved one after this form was opened; otherwise null. */
  newer: AgreementTemplate | null;
  defaultBody: string;
  save: (input: TemplateInput) => Promise<unknown>;
  onClose: () => void;
}

/** A template's text, next to a preview with the names and dates of a real placement. */
export function TemplateForm({ template, newer, defaultBody, save, onClose }: TemplateFormProps) {
  const programs = useQuery(callQuery(listCalls.getPrograms, {}));
  const ownName = useOwnName();
  const isDone = useRef(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const { form, busy, formProps } = useCheckedForm({
    schema: TemplateInput,
    initialValues: {
      ...(template && { _id: template._id }),
      version: template?.version ?? 0,
      program: template?.program ?? '',
      internship_type: (template?.internship_type ?? '') as InternshipType | '',
      body: template?.body ?? defaultBody,
    },
    submit: async (input) => {
      // A newer text is shown next to this one, so saving again replaces it on purpose.
      await save({ ...input, version: newer?.version ?? input.version });
      isDone.current = true;
      notify.success(t('New agreements use this text.'), t('Template saved'));
      onClose();
    },
  });
  const { body, program, internship_type } = form.values;
  const shown = useDeferredValue(body);

  /** Inserts a field at the cursor. */
  function insert(name: string) {
    const { selectionStart = body.length, selectionEnd = body.length } = area.current ?? {};
    form.setFieldValue('body', `${body.slice(0, selectionStart)}[${name}]${body.slice(selectionEnd)}`);
    area.current?.focus();
  }

  return (
    <form {...formProps}>
      <UnsavedChanges when={() => !isDone.current && form.isDirty()} />
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label={t('Program')}
            data={[
              { value: '', label: t('All programs') },
              ...(programs.data ?? []).map(({ name }) => ({ value: name, label: ownName(name) })),
            ]}
            {...form.getInputProps('program')}
          />
          <NativeSelect
            label={t('Internship type')}
            data={[
              { value: '', label: t('All types') },
              ...internshipTypes.map((type) => ({ value: type, label: wireName(type) })),
            ]}
            {...form.getInputProps('internship_type')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Textarea
              ref={area}
              label={t('Text')}
              description={t(
                'An empty line begins a paragraph, “# ” a heading, “- ” an entry of a list. Words in square brackets are filled in.',
              )}
              required
              autosize
              minRows={16}
              maxRows={32}
              {...form.getInputProps('body')}
            />
            <Stack gap="xs" role="group" aria-label={t('Insert a field')}>
              <Text size="sm">{t('Insert a field at the cursor:')}</Text>
              <div className={classes.fields}>
                {Object.entries<Message>(templateFields).map(([name, meaning]) => (
                  <Button key={name} variant="default" size="compact-sm" onClick={() => insert(name)}>
                    {t(meaning)}
                  </Button>
                ))}
              </div>
            </Stack>
          </Stack>
          <Stack>
            {newer && <NewerText template={newer} />}
            <Preview body={shown} program={program} internshipType={internship_type} />
          </Stack>
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={busy}>
            {t('Save template')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What someone else saved while this form was open. */
function NewerText({ template: { versions, body } }: { template: AgreementTemplate }) {
  const [newest] = versions;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="newer">
      <Stack gap="sm">
        <Title order={3} size="h4" id="newer">
          {t('Saved in the meantime')}
        </Title>
        <Text size="sm">
          {newest &&
            t('Version {version}, {day}, {name}', {
              version: newest.version,
              day: showMoment(newest.saved_at),
              name: newest.saved_by,
            })}
        </Text>
        <Textarea label={t('Their text')} value={body} readOnly autosize minRows={4} maxRows={16} />
        <Text size="sm">
          {t('Copy what you want to keep into your text. Saving makes yours the next version.')}
        </Text>
      </Stack>
    </Paper>
  );
}

interface PreviewProps {
  body: string;
  program: string;
  internshipType: InternshipType | '';
}

/** A template's text with the names and dates of the newest placement that it applies to. */
export function Preview({ body, program, internshipType }: PreviewProps) {
  const query = useQuery(
    callQuery(
      agreementCalls.getAgreementSample,
      { program, internship_type: internshipType },
      { quiet: true },
    ),
  );
  const sample = query.data?.sample;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="preview">
      <Stack gap="sm">
        <Title order={3} size="h4" id="preview">
          {t('Preview')}
        </Title>
        <Text size="sm" c="dimmed">
          {sample
            ? t('With the newest placement: {student} at {business}.', {
                student: sample.names.student,
                business: sample.names.business,
              })
            : t('No placement uses this template yet, so names and dates are left blank.')}
        </Text>
        <AgreementText
          text={fillTemplate(body, sample?.names ?? noNames, sample?.terms ?? noTerms)}
          lang={currentLocale()}
        />
      </Stack>
    </Paper>
  );
}

const noNames: AgreementNames = {
  student: '',
  school: '',
  program: '',
  school_system: '',
  business: '',
  title: '',
  guardian: '',
  guardian_relationship: '',
};
const noTerms: AgreementTerms = {
  place: '',
  start_date: '',
  end_date: '',
  schedule: '',
  hours_per_week: null,
  pay: '',
  duties: '',
  goals: '',
  supervisor: '',
  supervision: '',
  hazardous: true,
  guardian_signs: true,
};
