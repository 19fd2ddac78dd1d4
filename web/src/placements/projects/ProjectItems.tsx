import { Group, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { EVALUATIONS_REQUIRED } from '@waypost/contract/placements/evaluations/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { INCOMPLETE } from '@waypost/contract/placements/projects/rules';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/links.tsx';
import { ItemBadge } from './ItemBadge.tsx';
import classes from './ProjectItems.module.css';

/** The status of a placement's items at a glance; the student's own items link to their tab. */
export function ProjectItems({ project }: { project: ProjectRow }) {
  const { reportData: report, evaluation_count } = project;
  const params = { id: project._id };
  return (
    <Stack component="ul" gap={0} className={classes.items}>
      <Item
        name={
          <TextLink to="/project/$id/reflections" params={params}>
            {t('Reflections')}
          </TextLink>
        }
        count={t('{done} of {n} answered', {
          done: report.reflection_count ?? 0,
          n: report.reflection_total ?? 0,
        })}
      >
        <ItemBadge status={report.reflection_status} />
      </Item>
      <Item
        name={
          <TextLink to="/project/$id/summary" params={params}>
            {t('Final Summary')}
          </TextLink>
        }
      >
        <ItemBadge status={report.final_summary_status} />
      </Item>
      <Item
        name={
          <TextLink to="/project/$id/file" params={params}>
            {t('Final Project')}
          </TextLink>
        }
      >
        <ItemBadge status={report.final_project_status} />
      </Item>
      <Item
        name={t('Evaluations by the business')}
        count={t('{submitted} of {evaluationsRequired} submitted', {
          submitted: evaluation_count,
          evaluationsRequired: EVALUATIONS_REQUIRED,
        })}
      >
        {report.evaluation_status !== INCOMPLETE && <ItemBadge status={report.evaluation_status} />}
      </Item>
      <Item name={t('For the state’s department of education (MSDE)')}>
        {report.msde_status === INCOMPLETE ? (
          <Dimmed>{t('When everything else is in')}</Dimmed>
        ) : (
          <ItemBadge status={report.msde_status} />
        )}
      </Item>
    </Stack>
  );
}

interface ItemProps {
  name: ReactNode;
  count?: string;
  children: ReactNode;
}

function Item({ name, count, children }: ItemProps) {
  return (
    <Group component="li" justify="space-between" gap={4} className={classes.item}>
      <Text size="sm" component="span">
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap" ta="end" ml="auto">
        {count && <Dimmed>{count}</Dimmed>}
        {children}
      </Group>
    </Group>
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" component="span">
      {children}
    </Text>
  );
}
