import { Group, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { callQuery } from '../../client/queries.ts';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { neighborsOf } from './neighbors.ts';
import { studentOf } from './words.ts';

/** Links to the opportunity's previous and next applicants, and to all of them. */
export function ApplicantTurn({ application }: { application: Application }) {
  const { _id: id } = application.opportunity_id_fk;
  const query = useQuery(callQuery(applicationCalls.getApplicants, { opp_id: id }, { quiet: true }));
  const { previous, next, position, count } = neighborsOf(query.data ?? [], application._id);
  return (
    <Group component="nav" gap="sm" aria-label={t('Applicants')} mih={36}>
      {previous && (
        <LinkButton
          to="/application/view/$id"
          params={{ id: previous._id }}
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('Previous: {name}', { name: studentOf(previous) })}
        </LinkButton>
      )}
      {next && (
        <LinkButton
          to="/application/view/$id"
          params={{ id: next._id }}
          variant="default"
          size="sm"
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {t('Next: {name}', { name: studentOf(next) })}
        </LinkButton>
      )}
      {position > 0 && (
        <Text size="sm" c="dimmed">
          {t('{position} of {count}', { position, count })}
        </Text>
      )}
      <TextLink to="/opportunity/applicants/$id" params={{ id }}>
        {t('All applicants')}
      </TextLink>
    </Group>
  );
}
