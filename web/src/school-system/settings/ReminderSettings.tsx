import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '@waypost/contract/call';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import { followUpCalls, type Reminders } from '@waypost/contract/oversight/follow-ups/calls';
import { ReminderHoursInput, ReminderPlanInput } from '@waypost/contract/oversight/follow-ups/forms';
import {
  canHaveReminders,
  canNotifyBusiness,
  type EscalationTarget,
  escalationTargets,
} from '@waypost/contract/oversight/follow-ups/reminders';
import { followUpWords } from '@waypost/contract/oversight/follow-ups/rules';
import type { TimeZone } from '@waypost/contract/school-system/settings/rules';
import { wireName } from '@waypost/contract/wire-names';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, keyOf, useCall } from '../../client/queries.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { hoursWords, planWords, showHour } from './reminder-words.ts';

/** When people are reminded, and who is told if something waits too long (docs/behavior/follow-ups.md#settings). */
export function ReminderSettings({ timeZone }: { timeZone: TimeZone }) {
  const query = useQuery(callQuery(followUpCalls.getReminders, {}));
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} mt="md" component="section" aria-labelledby="reminders">
      <Title order={2} size="h3" id="reminders">
        {t('Reminders')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(
          'Students and businesses get at most one email a day about what they still have to do. Staff get a notification.',
        )}
      </Text>
      <Loaded query={query}>
        {({ plans, hours }) => (
          <Stack>
            <Entry title={t('When reminders are sent')} words={hoursWords(hours, timeZone)}>
              {(onDone) => <HoursForm hours={hours} timeZone={timeZone} onDone={onDone} />}
            </Entry>
            {plans.map((plan) => (
              <Entry key={plan.kind} title={t(followUpWords[plan.kind])} words={planWords(plan.kind, plan)}>
                {(onDone) => <PlanForm plan={plan} onDone={onDone} />}
              </Entry>
            ))}
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

interface EntryProps {
  title: string;
  words: string;
  /** The form that changes it. Calls `onDone` after saving or canceling. */
  children: (onDone: () => void) => ReactNode;
}

/** One setting in words, or its form. */
function Entry({ title, words, children }: EntryProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Closing removes the pressed button, so return the focus to the one that opened the form.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Stack component="article" gap={isOpen ? 'xs' : 4} aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        {!isOpen && (
          <Button
            ref={button}
            variant="default"
            miw="fit-content"
            aria-label={t('Change: {what}', { what: title })}
            onClick={() => setOpen(true)}
          >
            {t('Change')}
          </Button>
        )}
      </Group>
      {isOpen ? children(() => setOpen(false)) : <Text size="sm">{words}</Text>}
    </Stack>
  );
}

/** Changes the reminders. The reply updates the cache. */
function useReminderCall<In>(to: Call<In, Reminders>) {
  const queries = useQueryClient();
  return useCall(to, {
    onSuccess: (fresh) => {
      queries.setQueryData(keyOf(followUpCalls.getReminders, {}), fresh);
      notify.success(t('This applies to reminders from now on.'), t('Reminders saved'));
    },
  });
}

function PlanForm({ plan, onDone }: { plan: Reminders['plans'][number]; onDone: () => void }) {
  const save = useReminderCall(followUpCalls.saveReminderPlan);
  const { first, every, last, escalate, escalates_to } = plan;
  const { form, busy, formProps } = useCheckedForm({
    schema: ReminderPlanInput,
    initialValues: {
      kind: plan.kind,
      reminds: plan.reminds,
      escalates: plan.escalates,
      escalates_to,
      ...({ first, every, last, escalate } as Record<
        'first' | 'every' | 'last' | 'escalate',
        number | string
      >),
    },
    submit: async (input) => {
      await save.mutateAsync(input);
      onDone();
    },
  });
  const { values } = form;
  const canBeNotified = (one: EscalationTarget) => one !== 'Business' || canNotifyBusiness(plan.kind);
  const parsed = ReminderPlanInput.safeParse(values);
  const days = (field: 'first' | 'every' | 'last' | 'escalate', label: string, isOff: boolean) => (
    <NumberField
      whole
      label={label}
      disabled={isOff}
      {...form.getInputProps(field)}
      value={values[field]}
      onChange={(typed) => form.setFieldValue(field, typed)}
    />
  );
  return (
    <form {...formProps} aria-label={t(followUpWords[plan.kind])}>
      <Stack gap="md">
        {/* Above the fields, so that an error at one of them does not move the switch. */}
        {canHaveReminders(plan.kind) && (
          <Switch
            label={t('Send reminders')}
            checked={values.reminds}
            ref={focusOnce}
            // Switching off restores the saved days, so that no disabled field keeps an invalid value.
            onChange={({ currentTarget: { checked: reminds } }) =>
              form.setValues({ reminds, ...(reminds ? {} : { first, every, last }) })
            }
          />
        )}
        <Switch
          label={t('Tell others when something waits too long')}
          checked={values.escalates}
          ref={canHaveReminders(plan.kind) ? null : focusOnce}
          onChange={({ currentTarget: { checked: escalates } }) =>
            form.setValues({ escalates, ...(escalates ? {} : { escalate, escalates_to }) })
          }
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {canHaveReminders(plan.kind) && (
            <>
              {days('first', t('First reminder after (days)'), !values.reminds)}
              {days('every', t('Then every (days)'), !values.reminds)}
              {days('last', t('No more after (days)'), !values.reminds)}
            </>
          )}
          {days('escalate', t('Tell them after (days)'), !values.escalates)}
        </SimpleGrid>
        <Checkbox.Group
          label={t('Who to tell')}
          {...form.getInputProps('escalates_to')}
          value={values.escalates_to}
          onChange={(chosen) => {
            form.setFieldValue(
              'escalates_to',
              escalationTargets.filter((one) => chosen.includes(one)),
            );
          }}
        >
          <Group gap="md" my={6}>
            {escalationTargets.filter(canBeNotified).map((one) => (
              <Checkbox key={one} value={one} label={t(targetNames[one])} disabled={!values.escalates} />
            ))}
          </Group>
        </Checkbox.Group>
        <Text role="status" mih="3em">
          {parsed.success ? planWords(plan.kind, parsed.data) : ''}
        </Text>
        <Buttons busy={busy} onCancel={onDone} />
      </Stack>
    </form>
  );
}

interface HoursFormProps {
  hours: Reminders['hours'];
  timeZone: TimeZone;
  onDone: () => void;
}

function HoursForm({ hours, timeZone, onDone }: HoursFormProps) {
  const save = useReminderCall(followUpCalls.saveReminderHours);
  const { form, busy, formProps } = useCheckedForm({
    schema: ReminderHoursInput,
    initialValues: { ...hours },
    submit: async (input) => {
      await save.mutateAsync(input);
      onDone();
    },
  });
  const { values } = form;
  const parsed = ReminderHoursInput.safeParse(values);
  const choices = (from: number) =>
    Array.from({ length: 24 }, (_, index) => ({ value: `${from + index}`, label: showHour(from + index) }));
  const select = (field: 'from' | 'until', label: string) => (
    <NativeSelect
      label={label}
      data={choices(field === 'from' ? 0 : 1)}
      {...form.getInputProps(field)}
      value={`${values[field]}`}
      onChange={({ currentTarget: { value } }) => form.setFieldValue(field, Number(value))}
    />
  );
  return (
    <form {...formProps} aria-label={t('When reminders are sent')}>
      <Stack gap="md">
        <Checkbox.Group
          label={t('Days')}
          {...form.getInputProps('days')}
          value={values.days}
          onChange={(chosen) => {
            // Keep the order of the week, whichever day was checked last.
            form.setFieldValue(
              'days',
              weekdays.filter((day) => chosen.includes(day)),
            );
          }}
        >
          <Group gap="md" my={6}>
            {weekdays.map((day) => (
              <Checkbox
                key={day}
                value={day}
                label={wireName(day)}
                ref={day === weekdays[0] ? focusOnce : null}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {select('from', t('From'))}
          {select('until', t('Until'))}
        </SimpleGrid>
        <Text role="status" mih="1.5em">
          {parsed.success ? hoursWords(parsed.data, timeZone) : ''}
        </Text>
        <Buttons busy={busy} onCancel={onDone} />
      </Stack>
    </form>
  );
}

const targetNames: Record<EscalationTarget, Message> = {
  Teacher: msg('Teachers'),
  Admin: msg('Admins'),
  Business: msg('The business'),
};

/** Opening a form removes the pressed button, so its first control takes the focus. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

function Buttons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" loading={busy}>
        {t('Save reminders')}
      </Button>
    </Group>
  );
}
