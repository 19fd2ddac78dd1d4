import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import { type EvaluationStart, evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { type EvaluationInput, evaluationOn } from '@waypost/contract/placements/evaluations/forms';
import { termName, termOf, termsOn } from '@waypost/contract/placements/evaluations/rules';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import type { EvaluationQuestion } from '@waypost/contract/school-system/lists/calls';
import { useState } from 'react';
import { useDraft } from '../../client/draft.ts';
import { isFailure } from '../../client/failure.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { DateField } from '../../ui/DateField.tsx';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { dateOf } from '../../ui/dates.ts';
import { LinkButton } from '../../ui/links.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { allRatings, countUnrated, type EvaluationValues, firstValues } from './evaluation-values.ts';
import { RateAll, RatingFields } from './RatingFields.tsx';

interface EvaluationFormProps {
  project: Project;
  questions: readonly EvaluationQuestion[];
  start: EvaluationStart;
}

/**
 * A business's evaluation of its intern (docs/behavior/evaluations.md#form). The draft is kept in this
 * browser until it is sent.
 */
export function EvaluationForm({ project, questions, start }: EvaluationFormProps) {
  const user = useUser();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const save = useCall(evaluationCalls.saveEvaluation);
  const [now] = useState(() => new Date());
  const [schema] = useState(() => evaluationOn(dateOf(now)));
  const [initialValues] = useState(() => firstValues(project, start, dateOf(now), termOf(lastDayAt(now))));
  const { form, busy, formProps } = useCheckedForm<EvaluationValues, EvaluationInput>({
    schema,
    initialValues,
    submit: async (evaluation) => {
      await save
        .mutateAsync({ ...evaluation, ratings: allRatings(questions, form.getValues()) })
        .catch(async (error: unknown) => {
          // The questions have changed since; the current ones must be answered.
          if (isFailure(error, 'invalid-input') && error.fields.ratings)
            await refresh(queries, evaluationCalls.getMyEvaluationQuestions);
          throw error;
        });
      draft.forget();
      void refresh(queries, projectCalls.loadStudentProject, projectCalls.getInterns);
      await navigate({ to: '/interns/viewall' });
      notify.success(t('Evaluation successfully submitted.'), t('Evaluation Save Successful'));
    },
  });
  const { values } = form;
  const key = `evaluation ${project._id} ${project.evaluation_count} ${user._id}`;
  const draft = useDraft(key, values, (kept) => form.setValues({ ...kept, project_id: project._id }));

  return (
    <form {...formProps} aria-label={t('Business Evaluation')}>
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
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack>
            <Title order={2} size="h3">
              {t('About this evaluation')}
            </Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <DateField
                label={t('Evaluation date')}
                required
                {...form.getInputProps('evaluation_date')}
                max={dateOf(now)}
                value={values.evaluation_date}
              />
              <NativeSelect
                label={t('Term')}
                required
                data={termsOn(lastDayAt(now)).map((value) => ({ value, label: termName(value) }))}
                {...form.getInputProps('term')}
              />
              <TextInput
                label={t('Supervisor')}
                description={t('Who works with the student.')}
                required
                autoComplete="off"
                {...form.getInputProps('supervisor')}
              />
              <TextInput
                label={t('Coordinator')}
                description={t('Who oversees the internship.')}
                required
                autoComplete="off"
                {...form.getInputProps('internship_facilitator')}
              />
              <PhoneInput
                label={t('Contact phone')}
                required
                {...form.getInputProps('contact_phone')}
                value={values.contact_phone}
              />
            </SimpleGrid>
          </Stack>
        </Paper>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack>
            <div>
              <Title order={2} size="h3">
                {t('Ratings')}
              </Title>
              <Text c="dimmed">
                {questions.length === 0
                  ? t('Your school system has no questions. Just add your comments.')
                  : t('Each rating starts at Effective. Change any you disagree with.')}
              </Text>
            </div>
            {form.errors.ratings && <Alert color="red" role="alert" title={form.errors.ratings} />}
            {questions.length > 1 && (
              <RateAll
                rest={values.rest}
                unrated={countUnrated(questions, values.ratings)}
                onChange={(rest) => form.setFieldValue('rest', rest)}
              />
            )}
            <RatingFields
              questions={questions}
              ratings={values.ratings}
              rest={values.rest}
              onChange={(ratings) => form.setFieldValue('ratings', ratings)}
            />
          </Stack>
        </Paper>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack>
            <RichTextEditor
              label={t('Comments')}
              required
              description={t(
                'What’s going well and what to work on next. Your draft stays on this device until you submit it.',
              )}
              {...form.getInputProps('comments')}
              value={values.comments}
            />
            <Checkbox
              label={t('I discussed this evaluation with the student')}
              {...form.getInputProps('discussed', { type: 'checkbox' })}
            />
            <Group justify="flex-end">
              <LinkButton variant="default" to="/interns/viewall">
                {t('Back')}
              </LinkButton>
              <Button type="submit" loading={busy}>
                {t('Submit evaluation')}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </Stack>
    </form>
  );
}
