import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type LoginSession, sessionCalls } from '@waypost/contract/people/sessions/calls';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { useConfirmFields } from '../../client/use-confirm-fields.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showMomentWithTime } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { onOneLine } from '../../ui/on-one-line.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import classes from './SessionsSection.module.css';

/** Where the user is logged in, with buttons to log out elsewhere (docs/behavior/sessions.md). */
export function SessionsSection() {
  const query = useQuery(callQuery(sessionCalls.getSessions, {}, { quiet: true }));
  const [ending, setEnding] = useState<LoginSession | 'all others'>();
  const home = useRef<HTMLElement>(null);
  const hasEnded = useRef(false);
  // The pressed button was removed with its session, so the section takes the focus once the dialog is closed.
  useEffect(() => {
    if (ending || !hasEnded.current) return;
    hasEnded.current = false;
    home.current?.focus({ preventScroll: true });
  }, [ending]);
  return (
    <Paper
      withBorder
      shadow="xs"
      className={classes.section}
      component="section"
      aria-labelledby="sessions"
      tabIndex={-1}
      ref={home}
    >
      <Stack>
        <Stack gap={6}>
          <Title order={2} size="h3" id="sessions">
            {t('Where you’re logged in')}
          </Title>
          <Text c="dimmed">
            {t('If you don’t recognize one of these, log it out and choose a new password.')}
          </Text>
        </Stack>
        <Loaded query={query}>
          {(sessions) => (
            <>
              <ul className={classes.list}>
                {sessions.map((session) => (
                  <Row key={session._id} session={session} onEnd={() => setEnding(session)} />
                ))}
              </ul>
              {sessions.length > 1 && (
                <Group>
                  <Button variant="default" onClick={() => setEnding('all others')}>
                    {t('Log out everywhere else')}
                  </Button>
                </Group>
              )}
            </>
          )}
        </Loaded>
      </Stack>
      {ending && (
        <EndDialog
          ending={ending}
          onEnd={() => {
            hasEnded.current = true;
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Paper>
  );
}

function Row({ session, onEnd }: { session: LoginSession; onEnd: () => void }) {
  const device = nameOf(session);
  return (
    <li className={classes.row}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {session.is_current && <Badge variant="light">{t('This device')}</Badge>}
        </Group>
        <Text c="dimmed" size="sm">
          {t('Last used {used}, logged in {since}', {
            used: onOneLine(showMomentWithTime(session.last_seen)),
            since: onOneLine(showMomentWithTime(session.createdAt)),
          })}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          onClick={onEnd}
          aria-label={t('Log out {device}, last used {used}', {
            device,
            used: showMomentWithTime(session.last_seen),
          })}
        >
          {t('Log out')}
        </Button>
      )}
    </li>
  );
}

function nameOf({ browser, system }: LoginSession): string {
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser || system || t('Unknown browser');
}

/** Asks for the password, so that someone at an unattended screen cannot lock its owner out. */
function EndDialog({
  ending,
  onEnd,
  onClose,
}: {
  ending: LoginSession | 'all others';
  onEnd: () => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { typed, refuse, inputFor } = useConfirmFields(['password']);
  const end = useCall(sessionCalls.endSessions, { quiet: true });
  const isAll = ending === 'all others';

  const confirm = async () => {
    if (typed.password === '') return refuse({ password: t('password is required') });
    const { message } = await end.mutateAsync({ ...typed, ...(!isAll && { _id: ending._id }) });
    if (message === 'wrongPassword') return refuse({ password: t('Wrong password entered') });
    notify.success(
      isAll
        ? t('You are logged out everywhere else.')
        : t('{device} is logged out.', { device: nameOf(ending) }),
      t('Logged out'),
    );
    onEnd();
    await refresh(queries, sessionCalls.getSessions);
    return true;
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={isAll ? t('Log out everywhere else?') : t('Log out {device}?', { device: nameOf(ending) })}
      confirm={isAll ? t('Log out everywhere else') : t('Log out')}
    >
      {t('Unsaved changes there are lost.')}
      <PasswordField
        {...inputFor('password')}
        label={t('Current password')}
        autoComplete="current-password"
      />
    </ConfirmDialog>
  );
}
