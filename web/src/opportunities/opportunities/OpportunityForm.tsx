import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { Location } from '@waypost/contract/location';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { useMemo, useRef, useState } from 'react';
import { useDraft } from '../../client/draft.ts';
import { type Editing, useCheckedForm } from '../../client/form.ts';
import { findPoint } from '../../client/geocoding.ts';
import { mergeChanges } from '../../client/merge-changes.ts';
import { notify } from '../../client/notices.ts';
import { refresh } from '../../client/queries.ts';
import { Deferred } from '../../ui/Deferred.tsx';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { dateOf } from '../../ui/dates.ts';
import { LinkButton } from '../../ui/links.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { AboutSection } from './AboutSection.tsx';
import { type OpportunityForm as Form, formSchemaOn } from './form-state.ts';
import classes from './OpportunityForm.module.css';
import { ScheduleSection } from './ScheduleSection.tsx';
import { stillOpen } from './sections.ts';
import { WhenSection } from './WhenSection.tsx';
import { WhereSection } from './WhereSection.tsx';
import { WhoSection } from './WhoSection.tsx';

interface OpportunityFormProps {
  initialValues: Form;
  /** The business's own address. */
  home: Location;
  /** Identifies the form and the user, for the draft that survives a reload. */
  draftKey: string;
  audienceStays?: boolean;
  /** The submit button's label. */
  save: string;
  /** The notice shown after saving. */
  saved: string;
  onSave: (input: OpportunityInput, revision: number | undefined) => Promise<unknown>;
  edits?: Editing<Form>;
}

/** The opportunity form, in sections. Geocodes the address before saving, then opens Manage Opportunities. */
export function OpportunityForm(props: OpportunityFormProps) {
  const { initialValues, home, draftKey, audienceStays = false, save, saved, onSave, edits } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isSaved = useRef(false);
  const [schema] = useState(() => formSchemaOn(dateOf(new Date())));
  const { form, base, busy, formProps } = useCheckedForm<Form, OpportunityInput>({
    schema,
    initialValues,
    edits,
    submit: async (input, revision) => {
      await onSave(await withPoint(input), revision);
      isSaved.current = true;
      draft.forget();
      notify.success(saved, t('Success'));
      void refresh(queries, opportunityCalls.getOpportunities, opportunityCalls.loadOpportunity);
      void refresh(queries, opportunityCalls.getBusinessInternshipStats);
      await navigate({ to: '/opportunity/all' });
    },
  });
  const draft = useDraft(draftKey, { base, values: form.values }, (kept) => {
    const { values, notes } = edits
      ? mergeChanges(kept.base, kept.values, initialValues)
      : { values: kept.values, notes: {} };
    form.setValues(values);
    form.setErrors(notes);
  });
  const open = useMemo(() => stillOpen(form.values, schema), [form.values, schema]);
  const left = open.about + open.who + open.where + open.when + open.schedule;

  return (
    <form {...formProps}>
      <UnsavedChanges when={() => !isSaved.current && form.isDirty()} onLeave={draft.forget} hasDraft />
      <Stack gap="lg">
        {draft.restored && (
          <DraftNotice
            onDiscard={() => {
              form.setValues(initialValues);
              form.clearErrors();
              draft.forget();
            }}
          />
        )}
        <AboutSection form={form} open={open.about} />
        <Deferred>
          <WhoSection form={form} open={open.who} audienceStays={audienceStays} />
          <WhereSection form={form} open={open.where} home={home} />
          <WhenSection form={form} open={open.when} />
          <ScheduleSection form={form} open={open.schedule} />
          <div className={classes.end}>
            <Text size="sm" c="dimmed" role="status">
              {left === 0
                ? t('All required fields are complete.')
                : t('{left} {left, plural, one {field} other {fields}} to fill in.', { left })}
            </Text>
            <Group gap="sm">
              <LinkButton to="/opportunity/all" variant="default">
                {t('Cancel')}
              </LinkButton>
              <Button type="submit" loading={busy}>
                {save}
              </Button>
            </Group>
          </div>
        </Deferred>
      </Stack>
    </form>
  );
}

/**
 * Adds the address's coordinates, unless they are known or there is no address
 * (docs/behavior/opportunities.md#form).
 */
async function withPoint(input: OpportunityInput): Promise<OpportunityInput> {
  const { street, city, state, zip } = input;
  if (input.opportunity_type === 'Virtual' || state === '' || isPlaced(input)) return input;
  return { ...input, ...(await findPoint({ street, city, state, zip })) };
}
