import { Button, Checkbox, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { hoursCalls } from '@waypost/contract/hours/calls';
import { hoursEntryOn } from '@waypost/contract/hours/forms';
import { DEFAULT_HOURS, NO_ACTIVITY_LOG, NO_HOURS } from '@waypost/contract/hours/rules';
import { t } from '@waypost/contract/i18n';
import type { HoursEntry, Project } from '@waypost/contract/projects/calls';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../client/draft.ts';
import { useCheckedForm } from '../client/form.ts';
import { notify, tellNotSaved } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { showHours } from '../projects/project-status.ts';
import { useKeepProject } from '../projects/use-project.ts';
import { DateField } from '../ui/DateField.tsx';
import { dateOf } from '../ui/dates.ts';
import { NumberField } from '../ui/NumberField.tsx';

interface Fields {
  start_date: string;
  end_date: string;
  total_hours: number | string;
  text_log: string;
}

/** An entry for today with one hour; only the number and the activity log need input. */
const today = (): Fields => {
  const date = dateOf(new Date());
  return { start_date: date, end_date: date, total_hours: DEFAULT_HOURS, text_log: '' };
};

const fieldsOf = ({ start_date, end_date, total_hours, text_log }: HoursEntry): Fields => ({
  ...{ start_date, end_date, total_hours, text_log },
});

interface LogHoursFormProps {
  project: Project;
  /** The disapproved entry to correct, or null for a new one. */
  correcting: HoursEntry | null;
  onCorrected: () => void;
}

/** Logs an entry on the student's own placement, or corrects one (docs/behavior/hours.md#log). */
export function LogHoursForm({ project, correcting, onCorrected }: LogHoursFormProps) {
  const keep = useKeepProject();
  const [severalDays, setSeveralDays] = useState(isOfSeveralDays(correcting));
  const title = useRef<HTMLHeadingElement>(null);
  // The button that started the correction is below the form, so move the focus up.
  useEffect(() => {
    if (correcting) title.current?.focus();
  }, [correcting]);
  const log = useCall(hoursCalls.createHoursEntry, {
    onSuccess: keep,
    quiet: true,
    onError: tellNotSaved,
  });
  const correct = useCall(hoursCalls.correctHoursEntry, {
    onSuccess: keep,
    quiet: true,
    onError: tellNotSaved,
  });
  const [schema] = useState(() => hoursEntryOn(dateOf(new Date())));
  const { form, formProps, busy } = useCheckedForm({
    schema,
    initialValues: correcting ? fieldsOf(correcting) : today(),
    invalid: noticeOf,
    submit: async (entry) => {
      if (correcting) {
        await correct.mutateAsync({ project_id: project._id, hours_log_id: correcting._id, ...entry });
        notify.success(
          t('{totalHours} hours resubmitted for approval.', { totalHours: showHours(entry.total_hours) }),
          t('Hours Corrected'),
        );
        draft.forget();
        onCorrected();
        return;
      }
      await log.mutateAsync({ project_id: project._id, ...entry });
      notify.success(
        t(
          '{totalHours, plural, one {1 hour logged. The business approves it next.} other {{totalHours} hours logged. The business approves them next.}}',
          { totalHours: entry.total_hours },
        ),
        t('Hours Logged'),
      );
      form.setValues(today());
      setSeveralDays(false);
      draft.forget();
    },
  });
  const draft = useDraft(`hours ${correcting?._id ?? project._id}`, form.values.text_log, (kept) =>
    form.setFieldValue('text_log', kept),
  );
  const { start_date, end_date } = form.values;
  const latest = dateOf(new Date());

  return (
    <Paper withBorder p="lg">
      <form {...formProps}>
        <Stack>
          <Title order={2} size="h3" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
            {correcting ? t('Correct hours') : t('Log hours')}
          </Title>
          {correcting?.reason && (
            <Text size="sm">
              <strong>{t('Reason it was disapproved:')}</strong> {correcting.reason}
            </Text>
          )}
          <Group align="flex-start" gap="md">
            <DateField
              label={severalDays ? t('First day') : t('Day')}
              required
              flex="2 1 9.5rem"
              {...form.getInputProps('start_date')}
              value={start_date}
              max={latest}
              onChange={(date) => {
                form.setFieldValue('start_date', date);
                if (!severalDays) form.setFieldValue('end_date', date);
              }}
            />
            {severalDays && (
              <DateField
                label={t('Last day')}
                required
                flex="2 1 9.5rem"
                {...form.getInputProps('end_date')}
                value={end_date}
                min={start_date}
                max={latest}
              />
            )}
            <NumberField
              label={t('Hours')}
              required
              flex="1 1 6rem"
              {...form.getInputProps('total_hours')}
              value={form.values.total_hours}
            />
          </Group>
          <Checkbox
            label={t('This entry covers more than one day')}
            checked={severalDays}
            onChange={({ currentTarget }) => {
              setSeveralDays(currentTarget.checked);
              if (!currentTarget.checked) form.setFieldValue('end_date', start_date);
            }}
          />
          <Textarea
            label={t('Activity log')}
            description={t('What did you do? A sentence or two is enough.')}
            required
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('text_log')}
          />
          <Group>
            <Button type="submit" loading={busy}>
              {correcting ? t('Resubmit hours') : t('Save hours')}
            </Button>
            {correcting && (
              <Button variant="default" onClick={onCorrected}>
                {t('Cancel')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const isOfSeveralDays = (entry: HoursEntry | null) => entry !== null && entry.start_date !== entry.end_date;

/** The notice for each error of an entry (docs/behavior/hours.md#log). */
function noticeOf(errors: Record<string, string>): readonly [string, string] {
  const [wrong, ...more] = Object.values(errors);
  if (more.length > 0) return [t('You have not completely filled out the form.'), t('Form Error')];
  if (wrong === t(NO_ACTIVITY_LOG)) return [wrong, t('Activity Log Is Empty')];
  if (wrong === t(NO_HOURS)) return [t('Hour log must be a number greater than 0'), t('Error on Hour Log')];
  return [t('Check Your Form for errors'), t('Form Error')];
}
