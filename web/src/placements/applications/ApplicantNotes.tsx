import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { MESSAGE_MAX } from '@waypost/contract/placements/applications/rules';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { StarChoice, type StarCount } from './Stars.tsx';

/** A business's private notes about an applicant (docs/behavior/applications.md#applicants). */
export function ApplicantNotes({ application }: { application: Application }) {
  const { _id, business_notes, business_stars } = application;
  const queries = useQueryClient();
  const home = useFocusHome<HTMLElement>();
  const [note, setNote] = useState(business_notes ?? '');
  const [stars, setStars] = useState<StarCount>((business_stars ?? 0) as StarCount);
  const save = useCall(applicationCalls.saveApplicantNote, {
    onSuccess: async (reply) => {
      const { queryKey } = callQuery(applicationCalls.getApplicationById, { app_id: _id });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, reply.application);
      notify.success(t('Your notes are saved.'), t('Success'));
      void refresh(queries, applicationCalls.getApplicants);
    },
  });
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={t('Your notes')}
      ref={home}
      tabIndex={-1}
    >
      <Stack gap="sm">
        <div>
          <Title order={2} size="h3">
            {t('Your notes')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('Only you see these. The student and the school don’t.')}
          </Text>
        </div>
        <Group gap="xs">
          <StarChoice value={stars} onChange={setStars} />
          {stars > 0 && (
            <Button variant="subtle" size="sm" onClick={() => setStars(0)}>
              {t('Remove stars')}
            </Button>
          )}
        </Group>
        <Textarea
          label={t('Note')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MESSAGE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group>
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate({ application_id: _id, note, stars })}
          >
            {t('Save notes')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
