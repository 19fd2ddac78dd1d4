import { Button, Text } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type SavedSearch, savedSearchCalls } from '@waypost/contract/opportunities/saved-search/calls';
import { browseAddressOf, isSameSearch } from '@waypost/contract/opportunities/saved-search/rules';
import { useRef } from 'react';
import { notify, showNotSaved } from '../../client/notices.ts';
import { callQuery, keyOf, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { AddressLink } from '../../ui/links.tsx';
import { T } from '../../ui/T.tsx';
import classes from './WeeklySearch.module.css';

type Filter = NonNullable<SavedSearch['filter']>;

const { getSavedSearch, saveSearch } = savedSearchCalls;

/** A toggle for weekly emails with new matches of the current search. */
export default function WeeklySearch({ filter }: { filter: Filter }) {
  const { approved } = useUser();
  const queries = useQueryClient();
  const query = useQuery(callQuery(getSavedSearch, {}, { staleTime: 60_000, quiet: true }));
  const save = useCall(saveSearch, {
    quiet: true,
    onSuccess: (saved) => {
      queries.setQueryData(keyOf(getSavedSearch, {}), saved);
      notify.success(
        saved.filter
          ? t('We’ll email you once a week when something new matches this search.')
          : t('You won’t get these emails anymore.'),
      );
    },
    onError: showNotSaved,
  });
  const toggle = useRef<HTMLButtonElement>(null);
  const saved = query.data?.filter ?? null;
  const isThis = saved !== null && isSameSearch(saved, filter);
  return (
    <div className={classes.weekly}>
      {query.data && (
        <>
          <Button
            ref={toggle}
            variant={isThis ? 'light' : 'default'}
            leftSection={
              isThis ? <IconBellFilled size={16} aria-hidden /> : <IconBell size={16} aria-hidden />
            }
            aria-pressed={isThis}
            // Ignore presses while saving. A disabled button would lose the focus.
            onClick={() => save.isPending || save.mutate({ filter: isThis ? null : filter })}
          >
            {t('Email me new matches weekly')}
          </Button>
          <Text size="sm" c="dimmed">
            {saved && !isThis && (
              <T
                m="You get emails about <a>another search</a>. This one would replace it."
                // Following the link removes it, so move the focus to the toggle.
                a={<AddressLink href={browseAddressOf(saved)} onFollow={() => toggle.current?.focus()} />}
              />
            )}
            {isThis && !approved && t('They start once your account is approved.')}
          </Text>
        </>
      )}
    </div>
  );
}
