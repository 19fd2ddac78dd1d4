import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { retentionCalls } from '@waypost/contract/oversight/retention/calls';
import { callQuery } from '../../client/queries.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { retentionState } from './retention-words.ts';

/** The part of the site settings that says whether records are deleted automatically. */
export default function RetentionState() {
  const query = useQuery(callQuery(retentionCalls.getRetention, {}));
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} mt="md" component="section" aria-labelledby="retention">
      <Stack align="flex-start">
        <Title order={2} size="h3" id="retention">
          {t('Retention of records')}
        </Title>
        <Loaded query={query}>{(found) => <Text>{retentionState(found)}</Text>}</Loaded>
        <LinkButton to="/admin/retention" variant="default">
          {t('See who will be deleted and when')}
        </LinkButton>
      </Stack>
    </Paper>
  );
}
