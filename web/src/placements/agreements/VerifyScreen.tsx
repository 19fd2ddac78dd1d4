import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { agreementCalls, type CheckedDocument } from '@waypost/contract/placements/agreements/calls';
import { type DocumentState, normalCode } from '@waypost/contract/placements/agreements/document';
import { CodeInput } from '@waypost/contract/placements/agreements/forms';
import { partyWords } from '@waypost/contract/placements/agreements/rules';
import { useCheckedForm } from '../../client/form.ts';
import { callQuery } from '../../client/queries.ts';
import { Entrance } from '../../people/accounts/Entrance.tsx';
import { showMoment } from '../../ui/dates.ts';
import { FactList } from '../../ui/FactList.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';
import { CompareFile } from './CompareFile.tsx';

const states: Record<DocumentState, { tone: StatusTone; word: Message; sentence: Message }> = {
  valid: { tone: 'good', word: msg('Valid'), sentence: msg('This agreement is in force.') },
  superseded: {
    tone: 'bad',
    word: msg('Superseded'),
    sentence: msg('A newer version of this agreement has replaced this one.'),
  },
  void: { tone: 'bad', word: msg('Void'), sentence: msg('This agreement is no longer in force.') },
};

/** Tells anyone with a document's code whether it is in force (docs/behavior/agreements.md#signed-document). */
export default function VerifyScreen() {
  const { code } = useParams({ from: '/verify/$code' });
  const query = useQuery(callQuery(agreementCalls.checkDocument, { code }));
  return (
    <Entrance
      title={t('Check an agreement')}
      lead={t('See whether a signed agreement is in force, and whether your copy is unchanged.')}
    >
      <Loaded query={query}>
        {({ document }) => (document ? <Known document={document} /> : <Unknown key={code} code={code} />)}
      </Loaded>
    </Entrance>
  );
}

function Known({ document }: { document: CheckedDocument }) {
  const { tone, word, sentence } = states[document.state];
  return (
    <Stack gap="lg">
      <Group gap="xs" role="status">
        <StatusBadge tone={tone}>{t(word)}</StatusBadge>
        <Text>{t(sentence)}</Text>
      </Group>
      <FactList
        facts={[
          [t('Code'), document.code],
          [t('School system'), document.school_system],
          [t('Version'), document.version],
          [t('Signed by everyone'), showMoment(document.signed_at)],
          ...document.signers.map(({ party, initials }) => [t(partyWords[party]), initials] as const),
        ]}
      />
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('Is your copy unchanged?')}
        </Title>
        <CompareFile sha256={document.sha256} />
      </Stack>
    </Stack>
  );
}

function Unknown({ code }: { code: string }) {
  const navigate = useNavigate();
  const { form, formProps } = useCheckedForm({
    schema: CodeInput,
    initialValues: { code },
    submit: (input) => navigate({ to: '/verify/$code', params: { code: normalCode(input.code) } }),
  });
  return (
    <Stack>
      <Group gap="xs" role="status">
        <StatusBadge tone="bad">{t('Not found')}</StatusBadge>
        <Text>{t('We couldn’t find an agreement with the code {code}.', { code })}</Text>
      </Group>
      <form {...formProps}>
        <Stack>
          <TextInput
            label={t('Code')}
            description={t('It has twelve letters and digits and is at the bottom of each page.')}
            required
            autoComplete="off"
            {...form.getInputProps('code')}
          />
          <Button type="submit" size="md">
            {t('Check code')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
