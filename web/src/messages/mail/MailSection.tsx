import { Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { msg, t } from '@waypost/contract/i18n';
import { mailCalls } from '@waypost/contract/messages/mail/calls';
import { type MailChoice, type MailKind, mailChoices } from '@waypost/contract/messages/mail/rules';
import { notify } from '../../client/notices.ts';
import { callQuery, keyOf, refresh, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import classes from './MailSection.module.css';

const ALWAYS = msg(
  'You always get emails about your password and email address. They keep your account safe.',
);

/** A switch for each kind of email (docs/decisions/0012-mail.md), saved immediately. */
export function MailSection() {
  const { role } = useUser();
  const choices = mailChoices(role);
  return (
    <Paper withBorder shadow="xs" className={classes.section}>
      <Stack>
        <Stack gap={6}>
          <Title order={2} size="h3">
            {t('Emails')}
          </Title>
          <Text c="dimmed">{t(ALWAYS)}</Text>
        </Stack>
        {choices.length > 0 && (
          <>
            <Text fw={600}>{t('Email me when…')}</Text>
            <Switches choices={choices} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

function Switches({ choices }: { choices: MailChoice[] }) {
  const queries = useQueryClient();
  const query = useQuery(callQuery(mailCalls.getMailSettings, {}));
  const key = keyOf(mailCalls.getMailSettings, {});
  const save = useCall(mailCalls.saveMailSettings, {
    // Quick changes are saved in order, so the latest wins.
    scope: { id: 'mail-settings' },
    onMutate: async (next) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData(key);
      queries.setQueryData(key, next);
      return before;
    },
    onError: (_error, _input, before) => {
      queries.setQueryData(key, before);
      return refresh(queries, mailCalls.getMailSettings);
    },
    onSuccess: () => notify.success(t('Your email choices are saved.'), t('Emails saved')),
  });
  const turn = (kind: MailKind, muted: MailKind[], on: boolean) =>
    save.mutate({ muted: on ? muted.filter((one) => one !== kind) : [...muted, kind] });

  return (
    <Loaded query={query}>
      {({ muted }) =>
        choices.map(({ kind, sentence }) => (
          <Switch
            key={kind}
            size="md"
            label={t(sentence)}
            checked={!muted.includes(kind)}
            onChange={(event) => turn(kind, muted, event.currentTarget.checked)}
          />
        ))
      }
    </Loaded>
  );
}
