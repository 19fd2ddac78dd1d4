import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Application, Interview } from '@waypost/contract/placements/applications/calls';
import { shownWhen } from '@waypost/contract/placements/applications/interviews';
import type { Role } from '@waypost/contract/roles';
import { shownIn } from '@waypost/contract/time-zones';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useReadOnly } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Fact, FactList } from '../../ui/FactList.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import classes from './ApplicationScreen.module.css';
import { hasPassed, isProposing } from './interview-proposal.ts';
import { useInterview } from './use-interview.ts';
import { businessOf, studentOf } from './words.ts';

const InterviewForm = lazyPart(() => import('./InterviewForm.tsx'));

interface InterviewPanelProps {
  application: Application;
  role: Role;
  approved: boolean;
  /** The time zone that times are shown in. */
  timeZone: string;
  /** Whether the form is open: a business's invitation or change, or a student's proposal. */
  isArranging: boolean;
  onArrange: (isArranging: boolean) => void;
}

/** The interview, with this user's actions (docs/behavior/applications.md#interviews). */
export function InterviewPanel({
  application,
  role,
  approved,
  timeZone,
  isArranging,
  onArrange,
}: InterviewPanelProps) {
  const { interview } = application;
  const { invite, propose, confirm, cancel, busy } = useInterview(application);
  const [isCanceling, setCanceling] = useState(false);
  const home = useFocusHome<HTMLElement>();
  const wasArranging = useRef(isArranging);
  useEffect(() => {
    if (wasArranging.current && !isArranging) home.current?.focus();
    wasArranging.current = isArranging;
  }, [isArranging, home]);
  const isFixed = useReadOnly();
  const choices = isFixed ? [] : choicesOf(application, role, approved);
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-labelledby="interview"
      ref={home}
      tabIndex={-1}
    >
      <Stack gap="md">
        <Title order={2} size="h3" id="interview">
          {t('Interview')}
        </Title>
        {interview && <Details application={application} interview={interview} role={role} zone={timeZone} />}
        {isArranging ? (
          <Suspense>
            <InterviewForm
              application={application}
              proposes={role === 'Student'}
              save={role === 'Student' ? propose : invite}
              onDone={() => onArrange(false)}
            />
          </Suspense>
        ) : (
          choices.length > 0 && (
            <Group gap="sm">
              {choices.map((choice) => (
                <Button
                  key={choice}
                  variant={choice === 'confirm' ? 'filled' : 'default'}
                  {...(choice === 'cancel' ? { c: 'var(--mantine-color-error)' } : {})}
                  disabled={busy}
                  onClick={() => {
                    if (choice === 'cancel') setCanceling(true);
                    else if (choice === 'confirm' && interview)
                      void confirm((role === 'Business' ? interview.proposed_at : interview.starts_at) ?? '');
                    else onArrange(true);
                  }}
                >
                  {labelOf(choice, role, interview)}
                </Button>
              ))}
            </Group>
          )
        )}
      </Stack>
      <ConfirmDialog
        opened={isCanceling}
        onClose={() => setCanceling(false)}
        onConfirm={cancel}
        confirm={t('Cancel interview')}
        cancel={t('Keep it')}
        destroys
      >
        {t('{student} gets an email, and the interview leaves their calendar.', {
          student: studentOf(application),
        })}
      </ConfirmDialog>
    </Paper>
  );
}

type Choice = 'confirm' | 'add' | 'arrange' | 'change' | 'cancel';

function choicesOf(application: Application, role: Role, approved: boolean): Choice[] {
  const { interview, status, student_id_fk } = application;
  if (status !== 'Interview Scheduled') return [];
  const isLive = interview !== null && interview.state !== 'Canceled';
  if (role === 'Business') {
    if (!approved || !student_id_fk) return [];
    if (!isLive) return [interview ? 'arrange' : 'add'];
    return [...(isProposing(application) ? (['confirm'] as const) : []), 'change', 'cancel'];
  }
  if (role !== 'Student' || !isLive || hasPassed(interview.starts_at)) return [];
  return interview.state === 'Invited' && interview.starts_at ? ['confirm', 'change'] : ['change'];
}

function labelOf(choice: Choice, role: Role, interview: Interview | null): string {
  if (choice === 'cancel') return t('Cancel interview');
  if (choice === 'add') return t('Add date, time and place');
  if (choice === 'arrange') return t('Schedule an interview');
  if (choice === 'confirm') return role === 'Student' ? t('Confirm time') : t('Confirm proposed time');
  if (role === 'Business') return t('Change interview');
  return interview?.starts_at ? t('Propose another time') : t('Propose a time');
}

interface DetailsProps {
  application: Application;
  interview: Interview;
  role: Role;
  zone: string;
}

function Details({ application, interview, role, zone }: DetailsProps) {
  const { place, minutes, starts_at, day, message } = interview;
  const startsAt = starts_at ? new Date(starts_at) : null;
  const when = shownWhen({ startsAt, day }, zone);
  const facts: Fact[] = [
    [t('When'), startsAt ? `${when}, ${t('{minutes} minutes', { minutes })}` : when],
    [t('Place or link'), place && <Place key="place" place={place} />],
  ];
  return (
    <>
      <Text fw={600} role="status">
        {stateOf(application, interview, role, zone)}
      </Text>
      {interview.proposal && <Text className={classes.message}>{interview.proposal}</Text>}
      {interview.state !== 'Canceled' && <FactList facts={facts} />}
      {message && interview.state !== 'Canceled' && <Text className={classes.message}>{message}</Text>}
    </>
  );
}

function Place({ place }: { place: string }) {
  if (!/^https?:\/\//i.test(place)) return place;
  return (
    <Anchor href={place} target="_blank" rel="noopener noreferrer" inherit className={classes.place}>
      {place}
    </Anchor>
  );
}

/** The agreement so far, as a sentence. */
function stateOf(application: Application, interview: Interview, role: Role, zone: string): string {
  const business = businessOf(application);
  const student = studentOf(application);
  const proposed = interview.proposed_at ? shownIn(zone, new Date(interview.proposed_at)) : '';
  switch (interview.state) {
    case 'Invited':
      if (!interview.starts_at)
        return role === 'Student'
          ? t('{business} will tell you the date and time. You can also propose one.', { business })
          : t('Add the date and time once they’re arranged.');
      return role === 'Student'
        ? t('{business} suggests this time. Confirm it, or propose another.', { business })
        : t('Waiting for {student} to confirm.', { student });
    case 'Proposed':
      return role === 'Student'
        ? t('You proposed {proposed}. {business} will confirm it or choose another time.', {
            proposed,
            business,
          })
        : t('{student} proposes {proposed} instead.', { student, proposed });
    case 'Confirmed':
      return t('This time is confirmed.');
    case 'Canceled':
      return t('This interview was canceled.');
  }
}
