import { Select, Stack, UnstyledButton } from '@mantine/core';
import { IconBackpack, IconBuildingStore } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import type { SignUpType } from '@waypost/contract/people/accounts/rules';
import type { Client } from '@waypost/contract/school-system/clients/calls';
import { useRef, useState } from 'react';
import { byLabel } from '../../client/choice-filter.ts';
import classes from './ChooseAccount.module.css';

const types = [
  {
    type: 'Student',
    name: msg('Student'),
    icon: IconBackpack,
    text: msg('Find an internship or apprenticeship and log your hours.'),
  },
  {
    type: 'Business',
    name: msg('Business'),
    icon: IconBuildingStore,
    text: msg('Post opportunities, choose your interns, and approve their hours.'),
  },
] as const;

interface ChooseAccountProps {
  clients: Client[];
  chosen: string | undefined;
}

/**
 * Step 1: the school system, then the role. Both are kept in the query string, so the back button returns
 * to this step.
 */
export function ChooseAccount({ clients, chosen }: ChooseAccountProps) {
  const navigate = useNavigate();
  const select = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  const chooseClient = (client: string | null) => {
    setMissing(false);
    void navigate({ to: '/signup', search: { client: client ?? undefined }, replace: true });
  };
  const chooseType = (type: SignUpType) => {
    if (chosen) return void navigate({ to: '/signup', search: { client: chosen, type } });
    setMissing(true);
    select.current?.focus();
  };
  return (
    <Stack gap="lg">
      <Select
        label={t('School system')}
        placeholder={t('Search or choose')}
        searchable
        filter={byLabel}
        withAsterisk
        autoComplete="off"
        nothingFoundMessage={t('No school system of that name')}
        data={clients.map(({ _id, full_name }) => ({ value: _id, label: full_name }))}
        value={chosen ?? null}
        onChange={chooseClient}
        error={missing && t('Choose a school system first')}
        ref={select}
      />
      <fieldset className={classes.question}>
        <legend>{t('What kind of account?')}</legend>
        <div className={classes.types}>
          {types.map(({ type, name, icon: Icon, text }) => (
            <UnstyledButton key={type} className={classes.type} onClick={() => chooseType(type)}>
              <Icon size={32} stroke={1.6} aria-hidden className={classes.icon} />
              <strong>{t(name)}</strong>
              <span className={classes.text}>{t(text)}</span>
            </UnstyledButton>
          ))}
        </div>
      </fieldset>
    </Stack>
  );
}
