import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { InterviewInput, ProposalInput } from '@waypost/contract/placements/applications/forms';
import { interviewLengths, USUAL_MINUTES } from '@waypost/contract/placements/applications/interviews';
import { zoneNames } from '@waypost/contract/school-system/settings/rules';
import { dayIn, wallTimeIn } from '@waypost/contract/time-zones';
import { useCheckedForm } from '../../client/form.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { DateField } from '../../ui/DateField.tsx';

/** The default time: after school. */
const AFTER_SCHOOL = '15:30';

/** The typed values, without the application's id. */
const invitation = InterviewInput.omit({ application_id: true });
const proposal = ProposalInput.omit({ application_id: true });

interface InterviewFormProps {
  application: Application;
  /** A student proposes only a time. */
  proposes: boolean;
  save: (input: InterviewInput) => Promise<unknown>;
  onDone: () => void;
}

/**
 * Invites to an interview, changes it, or proposes another time (docs/behavior/applications.md#interviews).
 */
export default function InterviewForm({ application, proposes, save, onDone }: InterviewFormProps) {
  const { interview } = application;
  const zone = useTimeZone();
  const live = interview && interview.state !== 'Canceled' ? interview : null;
  const startsAt = live?.proposed_at ?? live?.starts_at;
  const now = startsAt && wallTimeIn(zone, new Date(startsAt));
  const { form, busy, formProps } = useCheckedForm({
    schema: (proposes ? proposal : invitation) as typeof invitation,
    initialValues: {
      date: now ? now.day : (live?.day ?? ''),
      time: now ? now.time : proposes ? AFTER_SCHOOL : '',
      minutes: live?.minutes ?? USUAL_MINUTES,
      place: interview?.place ?? '',
      message: proposes ? '' : (live?.message ?? ''),
    },
    submit: async (input) => {
      await save({ application_id: application._id, ...input });
      onDone();
    },
  });
  const chooseDate = (date: string) => {
    if (!proposes && !form.values.date) form.setFieldValue('time', form.values.time || AFTER_SCHOOL);
    if (!proposes && !date) form.setFieldValue('time', '');
    form.setFieldValue('date', date);
  };
  return (
    <form {...formProps} aria-label={proposes ? t('Another time') : t('Interview')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: proposes ? 2 : 3 }}>
          <DateField
            label={t('Date')}
            required={proposes}
            min={dayIn(zone, new Date())}
            {...form.getInputProps('date')}
            value={form.values.date}
            onChange={chooseDate}
          />
          <TextInput type="time" label={t('Time')} required={proposes} {...form.getInputProps('time')} />
          {!proposes && (
            <NativeSelect
              label={t('Length')}
              data={interviewLengths.map((minutes) => ({
                value: `${minutes}`,
                label: t('{minutes} minutes', { minutes }),
              }))}
              {...form.getInputProps('minutes')}
              value={`${form.values.minutes}`}
              onChange={({ currentTarget }) => form.setFieldValue('minutes', Number(currentTarget.value))}
            />
          )}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {!proposes && `${t('You can add the date, time and place later.')} `}
          {t('Times are in {zone}.', { zone: t(zoneNames[zone]) })}
        </Text>
        {!proposes && (
          <TextInput
            label={t('Place or link')}
            description={t('Optional: you can add it later.')}
            maxLength={300}
            autoComplete="off"
            {...form.getInputProps('place')}
          />
        )}
        <Textarea
          label={t('Message')}
          description={
            proposes
              ? t('Optional: why this time suits you better.')
              : t('Optional: what to bring, whom to ask for.')
          }
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...form.getInputProps('message')}
        />
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            {proposes ? t('Propose time') : live ? t('Save interview') : t('Send invitation')}
          </Button>
          <Button variant="default" disabled={busy} onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
