import { Button, Checkbox, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { type OutsideDay, outsideDay } from '@waypost/contract/placements/hours/day-rules';
import { type HoursEntryInput, hoursEntryOn } from '@waypost/contract/placements/hours/forms';
import {
  DEFAULT_HOURS,
  DISAPPROVED,
  findLastDay,
  NO_ACTIVITY_LOG,
  NO_HOURS,
  NOT_HOURS,
  readHours,
} from '@waypost/contract/placements/hours/rules';
import { outsideNote } from '@waypost/contract/placements/hours/words';
import type { HoursEntry, Project } from '@waypost/contract/placements/projects/calls';
import { REQUIRED } from '@waypost/contract/refusal';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../../client/draft.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify, showNotSaved } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { dateOf } from '../../ui/dates.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { showHours } from '../projects/project-status.ts';
import { useKeepProject } from '../projects/use-project.ts';
import { HoursChips } from './HoursChips.tsx';
import classes from './LogHoursForm.module.css';

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

/** The same hours as last time, today; an hour if there was none, or if today is logged already. */
function todayLikeLast(hours: readonly HoursEntry[]): Fields {
  const start = today();
  const last = findLastDay(hours);
  if (!last || hoursOn(start.start_date, hours) > 0) return start;
  return { ...start, total_hours: last.total_hours, text_log: last.text_log };
}

/** The hours of the entries that include this day and were not disapproved. */
const hoursOn = (day: string, hours: readonly HoursEntry[]) =>
  hours
    .filter((entry) => entry.start_date <= day && day <= entry.end_date)
    .reduce((sum, entry) => sum + (entry.business_approved === DISAPPROVED ? 0 : entry.total_hours), 0);

/** An entry to correct: disapproved by the business, or saved on this phone and refused by the server. */
export interface Correction {
  id: string;
  fields: Fields;
  reason: string;
  isOnPhone: boolean;
}

interface LogHoursFormProps {
  /** The placement. Without a connection, its hours are unknown, so the list is empty. */
  project: Pick<Project, '_id' | 'hours'>;
  /** The first and last day of the placement; null if this phone does not know them. */
  days: { first_day: string; last_day: string } | null;
  /** The id of the user who types. */
  account: string;
  /** Saves an entry. Returns null if it is stored on this phone to be sent later. */
  log: (entry: HoursEntryInput) => Promise<Project | null>;
  /** The entry to correct, or null for a new one. */
  correcting: Correction | null;
  /** Whether a new entry starts with last time's hours. */
  likeLast: boolean;
  /** Called once the correction is saved or canceled. */
  onCorrected: (isSaved: boolean) => void;
}

/** Logs an entry on the student's own placement, or corrects one (docs/behavior/hours.md#log). */
export function LogHoursForm({
  project,
  days,
  account,
  log,
  correcting,
  likeLast,
  onCorrected,
}: LogHoursFormProps) {
  const keep = useKeepProject();
  const [severalDays, setSeveralDays] = useState(isOfSeveralDays(correcting));
  const title = useRef<HTMLHeadingElement>(null);
  // The button that started the correction is below the form, so move the focus up.
  useEffect(() => {
    if (correcting) title.current?.focus();
  }, [correcting]);
  const correct = useCall(hoursCalls.correctHoursEntry, {
    onSuccess: keep,
    quiet: true,
    onError: showNotSaved,
  });
  const [schema] = useState(() => hoursEntryOn(dateOf(new Date())));
  const last = findLastDay(project.hours);
  const [asking, setAsking] = useState<Asking | null>(null);
  const isSure = (outside: OutsideDay) =>
    new Promise<boolean>((answer) => setAsking({ outside, answer })).finally(() => setAsking(null));
  const [start] = useState(() => correcting?.fields ?? (likeLast ? todayLikeLast(project.hours) : today()));
  const { form, formProps, busy } = useCheckedForm({
    schema,
    initialValues: start,
    invalid: noticeOf,
    submit: async (entry) => {
      const outside = days && outsideDay(entry, days);
      if (outside && !(await isSure(outside))) return;
      if (correcting && !correcting.isOnPhone) {
        await correct.mutateAsync({ project_id: project._id, hours_log_id: correcting.id, ...entry });
        notify.success(
          t('{totalHours} hours resubmitted for approval.', { totalHours: showHours(entry.total_hours) }),
          t('Hours corrected'),
        );
        draft.forget();
        onCorrected(true);
        return;
      }
      const isSent = (await log(entry)) !== null;
      if (isSent)
        notify.success(
          t('{hours} hours logged. The business approves them next.', {
            hours: showHours(entry.total_hours),
          }),
          t('Hours logged'),
        );
      else notify.success(t('We’ll send it when you’re back online.'), t('Saved on this phone'));
      form.setValues(today());
      setSeveralDays(false);
      draft.forget();
      if (correcting) onCorrected(true);
    },
  });
  const draft = useDraft(
    `hours ${correcting?.id ?? project._id} ${account}`,
    form.values.text_log,
    (kept) => {
      // Without hours, do not fill in last time's text either.
      if (kept !== '') form.setFieldValue('text_log', kept);
    },
  );
  const { start_date, end_date } = form.values;
  const latest = dateOf(new Date());
  const logged = correcting || severalDays ? 0 : hoursOn(start_date, project.hours);

  return (
    <Paper withBorder p="lg">
      <form {...formProps}>
        <Stack>
          <Title order={2} size="h3" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
            {correcting ? t('Correct hours') : t('Log hours')}
          </Title>
          {correcting?.reason && (
            <Text size="sm">
              <strong>
                {correcting.isOnPhone ? t('Why it was not accepted:') : t('Reason it was disapproved:')}
              </strong>{' '}
              {correcting.reason}
            </Text>
          )}
          <Group align="flex-start" gap="md">
            <DateField
              label={severalDays ? t('First day') : t('Day')}
              required
              className={classes.day}
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
                className={classes.day}
                {...form.getInputProps('end_date')}
                value={end_date}
                min={start_date}
                max={latest}
              />
            )}
            <NumberField
              label={t('Hours')}
              required
              className={classes.hours}
              read={readHours}
              {...form.getInputProps('total_hours')}
              value={form.values.total_hours}
            />
            {!severalDays && (
              <HoursChips
                className={classes.chips}
                now={form.values}
                last={correcting ? null : last}
                onChoose={(filled) => form.setValues(filled)}
              />
            )}
          </Group>
          {logged > 0 && (
            <Text size="sm" c="dimmed">
              {t('You have already logged {hours} hours for this day.', { hours: showHours(logged) })}
            </Text>
          )}
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
          <Group className={classes.save} data-save-bar>
            <Button type="submit" loading={busy}>
              {correcting && !correcting.isOnPhone ? t('Resubmit hours') : t('Save hours')}
            </Button>
            {correcting && (
              <Button variant="default" onClick={() => onCorrected(false)}>
                {t('Cancel')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => asking?.answer(false)}
        onConfirm={() => asking?.answer(true)}
        title={t('Save hours outside of the placement?')}
        confirm={t('Save hours')}
      >
        {asking &&
          t('{note}. The business sees this beside the entry.', { note: outsideNote(asking.outside) })}
      </ConfirmDialog>
    </Paper>
  );
}

/** The question whether to save hours outside of the placement, until it is answered. */
interface Asking {
  outside: OutsideDay;
  answer: (isSure: boolean) => void;
}

const isOfSeveralDays = (correcting: Correction | null) =>
  correcting !== null && correcting.fields.start_date !== correcting.fields.end_date;

/** The notice for each error of an entry (docs/behavior/hours.md#log). */
function noticeOf(errors: Record<string, string>): readonly [string, string] {
  const [wrong, ...more] = Object.values(errors);
  if (more.length > 0) return [t('You have not completely filled out the form.'), t('Form Error')];
  if (wrong === t(NO_ACTIVITY_LOG)) return [wrong, t('Activity Log Is Empty')];
  const isNoNumber = wrong === t(NO_HOURS) || wrong === t(NOT_HOURS);
  if (isNoNumber || ('total_hours' in errors && wrong === t(REQUIRED)))
    return [t('Hour log must be a number greater than 0'), t('Error on Hour Log')];
  return [t('Check Your Form for errors'), t('Form Error')];
}
