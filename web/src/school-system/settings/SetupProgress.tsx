import { Button, Group, Paper, RingProgress, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import type { ListName } from '@waypost/contract/school-system/lists/rules';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { type SetupPart, setupParts, setupProgress } from '@waypost/contract/school-system/settings/rules';
import { useEffect, useRef } from 'react';
import { call } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { settingsQuery } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './SetupProgress.module.css';
import { setupLinks } from './setup-links.ts';

/**
 * The progress of a school system's setup: six parts, each with a link (docs/behavior/settings.md#set-up).
 */
export default function SetupProgress({ hasSettings }: { hasSettings: boolean }) {
  const lists = useLists();
  return (
    <Loaded query={lists}>
      {(filled) => (
        <Parts done={setupParts.filter((part) => (part === 'settings' ? hasSettings : filled[part]))} />
      )}
    </Loaded>
  );
}

/** The lists that can start with defaults (docs/behavior/lists.md#defaults): how to load them, and what to read again. */
const withDefaults = {
  focusAreas: { load: () => call(listCalls.loadDefaultFocusAreas, {}), read: listCalls.getFocusAreas },
  programs: { load: () => call(listCalls.loadDefaultPrograms, {}), read: listCalls.getPrograms },
  evaluationQuestions: {
    load: () => call(listCalls.loadDefaultEvaluationQuestions, {}),
    read: evaluationCalls.getMyEvaluationQuestions,
  },
  reflectionQuestions: {
    load: () => call(listCalls.loadDefaultQuestions, {}),
    read: listCalls.getMyReflectionQuestions,
  },
} satisfies Partial<Record<ListName, unknown>>;
const listsWithDefaults = Object.keys(withDefaults) as (keyof typeof withDefaults)[];

/** Which of the five lists have at least one entry. */
function useLists() {
  const asked = {
    schools: useQuery(callQuery(listCalls.getSchools, {})),
    focusAreas: useQuery(callQuery(listCalls.getFocusAreas, {})),
    programs: useQuery(callQuery(listCalls.getPrograms, {})),
    evaluationQuestions: useQuery(callQuery(evaluationCalls.getMyEvaluationQuestions, {})),
    reflectionQuestions: useQuery(callQuery(listCalls.getMyReflectionQuestions, {})),
  } satisfies Record<ListName, unknown>;
  const each = Object.values(asked);
  const isThere = each.every(({ data }) => data !== undefined);
  const has = (list: ListName) => (asked[list].data?.length ?? 0) > 0;
  const filled: Record<ListName, boolean> = {
    schools: has('schools'),
    focusAreas: has('focusAreas'),
    programs: has('programs'),
    evaluationQuestions: has('evaluationQuestions'),
    reflectionQuestions: has('reflectionQuestions'),
  };
  return {
    data: isThere ? filled : undefined,
    error: each.find(({ error }) => error)?.error ?? null,
    isPending: each.some(({ isPending }) => isPending),
    refetch: () => Promise.all(each.map(({ refetch }) => refetch())),
  };
}

function Parts({ done }: { done: readonly SetupPart[] }) {
  const isAll = done.length === setupParts.length;
  const complete = useCompletion(isAll);
  const percent = setupProgress(done, false);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="setup">
      <Title order={2} id="setup">
        {t('Set up your school system')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('Students and businesses can start once all six parts are done. Do them in any order.')}
      </Text>
      <div className={classes.whole}>
        <div role="img" aria-label={t('{percent} percent is set up', { percent })}>
          <RingProgress
            size={180}
            thickness={16}
            roundCaps
            aria-hidden
            sections={[{ value: percent, color: 'var(--mantine-primary-color-filled)' }]}
            label={<div className={classes.percent}>{`${percent}%`}</div>}
          />
        </div>
        <ol className={classes.parts}>
          {setupParts.map((part) => {
            const { label, to, why } = setupLinks[part];
            return (
              <li key={part}>
                <Link to={to} className={classes.part}>
                  <span className={classes.words}>
                    <span className={classes.label}>{t(label)}</span>
                    <span className={classes.why}>{t(why)}</span>
                  </span>
                  {done.includes(part) ? (
                    <StatusBadge tone="good">{t('Done')}</StatusBadge>
                  ) : (
                    <StatusBadge tone="attention">{t('To do')}</StatusBadge>
                  )}
                </Link>
              </li>
            );
          })}
        </ol>
      </div>
      <StartWithDefaults lists={listsWithDefaults.filter((list) => !done.includes(list))} />
      {complete.isError && (
        <Button mt="md" onClick={() => complete.mutate({})}>
          {t('Complete setup')}
        </Button>
      )}
    </Paper>
  );
}

/** Fills the lists that are still empty, so that nobody has to open each of them. */
function StartWithDefaults({ lists }: { lists: (keyof typeof withDefaults)[] }) {
  const queries = useQueryClient();
  const load = useMutation({
    mutationFn: async () => {
      for (const list of lists) await withDefaults[list].load();
    },
    onSuccess: () => notify.success(t('Your lists have their default entries.'), t('Success')),
    onSettled: () => refresh(queries, ...lists.map((list) => withDefaults[list].read)),
  });
  if (lists.length === 0) return null;
  return (
    <Group mt="md" gap="sm">
      <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
        {t('Start the empty lists with defaults')}
      </Button>
      <Text c="dimmed">{t('You can change them at any time.')}</Text>
    </Group>
  );
}

/** Completes the setup as soon as all parts are done; if that fails, the Admin can retry. */
function useCompletion(isAll: boolean) {
  const queries = useQueryClient();
  const complete = useCall(settingsCalls.setSettingsAsComplete, {
    onSuccess: async () => {
      await queries.fetchQuery({ ...settingsQuery, staleTime: 0 });
      notify.success(t('Your school system is set up.'), t('Success'));
    },
  });
  const begun = useRef(false);
  const { mutate } = complete;
  useEffect(() => {
    if (!isAll || begun.current) return;
    begun.current = true;
    mutate({});
  }, [isAll, mutate]);
  return complete;
}
