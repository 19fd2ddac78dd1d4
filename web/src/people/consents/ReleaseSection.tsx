import { Button, Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { utcDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { proofWords } from '@waypost/contract/messages/proofs/rules';
import { consentCalls, type Release } from '@waypost/contract/people/consents/calls';
import { PaperConsentInput } from '@waypost/contract/people/consents/forms';
import { consentDecisions } from '@waypost/contract/people/consents/rules';
import { decisionWords } from '@waypost/contract/people/consents/words';
import type { Guardian } from '@waypost/contract/people/guardians/calls';
import { mayConsent, needsGuardian } from '@waypost/contract/people/guardians/rules';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { isStaff } from '@waypost/contract/roles';
import { shownRecord } from '@waypost/contract/time-zones';
import { useState } from 'react';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, keyOf, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { DateField } from '../../ui/DateField.tsx';
import { dateOf, showDate, showMomentWithTime } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PeopleSection } from '../../ui/PeopleList.tsx';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';

interface ReleaseSectionProps {
  student: SeenUser;
  guardians: readonly Guardian[];
}

const tones = { given: 'good', refused: 'bad', withdrawn: 'bad' } as const satisfies Record<
  string,
  StatusTone
>;

/** Whether a student's information may be shared with businesses, and for staff a way to ask (docs/behavior/consents.md). */
export function ReleaseSection({ student, guardians }: ReleaseSectionProps) {
  const isForStaff = isStaff(useUser().role);
  const query = useQuery(callQuery(consentCalls.getRelease, { student_id: student._id }));
  return (
    <PeopleSection
      title={t('Release of information')}
      description={t('Shows if a parent or guardian lets businesses see the student’s details.')}
    >
      <Loaded query={query}>
        {(release) => (
          <Stack gap="sm">
            <Decision release={release} />
            {isForStaff && <Asking student={student} guardians={guardians} release={release} />}
            <details>
              <summary>{t('What is shared')}</summary>
              <List mt="xs" size="sm">
                {release.text.map((paragraph) => (
                  <List.Item key={paragraph}>{paragraph}</List.Item>
                ))}
              </List>
            </details>
          </Stack>
        )}
      </Loaded>
    </PeopleSection>
  );
}

function Decision({ release: { consent } }: { release: Release }) {
  const zone = useTimeZone();
  if (!consent) return <Text>{t('No one has decided yet.')}</Text>;
  const { decision, name, method, decided_on, decided_at, sent_to, recorded_by, proof, proof_to } = consent;
  return (
    <Group gap="xs" role="status">
      <StatusBadge tone={tones[decision]}>{t(decisionWords[decision])}</StatusBadge>
      <Text size="sm">
        {method === 'link'
          ? t('{name}, {moment}, by a link sent to {email}', {
              name,
              moment: decided_at ? shownRecord(zone, new Date(decided_at)) : showDate(decided_on),
              email: sent_to,
            })
          : t('{name}, {day}, on paper; recorded by {recordedBy}', {
              name,
              day: showDate(decided_on),
              recordedBy: recorded_by,
            })}
        {proof && `. ${t(proofWords[proof], { proofTo: proof_to })}`}
      </Text>
    </Group>
  );
}

/** Returns a function that stores a reply in the cache. */
function useKeepRelease(student_id: string): (release: Release) => void {
  const queries = useQueryClient();
  return (release) => queries.setQueryData(keyOf(consentCalls.getRelease, { student_id }), release);
}

function Asking({ student, guardians, release }: ReleaseSectionProps & { release: Release }) {
  const keep = useKeepRelease(student._id);
  const [isRecording, setRecording] = useState(false);
  const ask = useCall(consentCalls.askForConsent, { onSuccess: keep });
  const needs = needsGuardian(student.birth_date ?? null, utcDay(new Date()));
  const able = needs ? guardians.filter((guardian) => mayConsent(guardian) && guardian.email !== '') : [];
  return (
    <>
      {needs && able.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('To ask by email, confirm a guardian who may sign and has an email.')}
        </Text>
      )}
      {able.map(({ _id, name, email }) => {
        const sent = release.asked.find(({ guardian_id }) => guardian_id === _id);
        return (
          <Stack key={_id} gap={2}>
            {sent && (
              <Text size="sm" c="dimmed">
                {t('{name} was asked {moment}.', { name, moment: showMomentWithTime(sent.sent_at) })}
              </Text>
            )}
            <Group>
              <Button
                size="sm"
                variant="default"
                loading={ask.isPending && ask.variables.guardian_id === _id}
                onClick={() =>
                  ask.mutate(
                    { student_id: student._id, guardian_id: _id },
                    {
                      onSuccess: () =>
                        notify.success(t('We emailed the link to {email}.', { email }), t('Link sent')),
                    },
                  )
                }
              >
                {sent ? t('Ask {name} again', { name }) : t('Ask {name} for consent', { name })}
              </Button>
            </Group>
          </Stack>
        );
      })}
      <Group>
        <Button
          size="sm"
          variant="default"
          aria-expanded={isRecording}
          onClick={() => setRecording(!isRecording)}
        >
          {t('Record a decision on paper')}
        </Button>
      </Group>
      {isRecording && <PaperForm studentId={student._id} onDone={() => setRecording(false)} />}
    </>
  );
}

function PaperForm({ studentId: student_id, onDone }: { studentId: string; onDone: () => void }) {
  const record = useCall(consentCalls.recordConsent, { onSuccess: useKeepRelease(student_id) });
  const today = dateOf(new Date());
  const { form, busy, formProps } = useCheckedForm({
    schema: PaperConsentInput,
    initialValues: { decision: 'given' as string, name: '', decided_on: today },
    submit: async (input) => {
      await record.mutateAsync({ student_id, ...input });
      notify.success(t('The decision is recorded.'), t('Recorded'));
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <NativeSelect
          label={t('Decision')}
          data={consentDecisions.map((value) => ({ value, label: t(decisionWords[value]) }))}
          {...form.getInputProps('decision')}
        />
        <TextInput
          label={t('Name of the parent or guardian')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <DateField
          label={t('Day of the decision')}
          required
          {...form.getInputProps('decided_on')}
          value={form.values.decided_on}
          max={today}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {t('Record decision')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
