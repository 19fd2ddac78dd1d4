import { Group, Paper, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { whyNotChangeFiles } from '@waypost/contract/placements/final-work/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { ITEM_APPROVED, SUBMITTED } from '@waypost/contract/placements/projects/rules';
import { useUser } from '../../client/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ItemBadge } from '../projects/ItemBadge.tsx';
import { ProjectScreen } from '../projects/ProjectScreen.tsx';
import { useWorksOn } from '../projects/use-works-on.ts';
import { AddFile } from './AddFile.tsx';
import { FinalFile } from './FinalFile.tsx';

/**
 * The final project's files: uploaded, listed and removed until staff approve them
 * (docs/behavior/final-work.md#final-project).
 */
export default function FinalProjectScreen() {
  const { id } = useParams({ from: '/project/$id/file' });
  return (
    <ProjectScreen id={id} title={t('Final Project')} schoolwork>
      {(project) => <FinalProject project={project} />}
    </ProjectScreen>
  );
}

function FinalProject({ project }: { project: Project }) {
  const { role } = useUser();
  const { final_project, reportData } = project;
  const isOwn = role === 'Student';
  const isApproved = reportData.final_project_status === ITEM_APPROVED;
  const changes = useWorksOn() && whyNotChangeFiles({ isApproved }) === null;
  const files = final_project?.files ?? [];
  const isStart = changes && files.length === 0;

  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text fw={600} role="status">
              {isStart
                ? t('No files yet')
                : t('{n, plural, one {# file} other {# files}}', { n: files.length })}
            </Text>
            <ItemBadge status={reportData.final_project_status} />
          </Group>
          {(changes || (isOwn && isApproved)) && (
            <Text size="sm" maw="42rem" role="status">
              {whatNext(isApproved, reportData.final_project_status === SUBMITTED)}
            </Text>
          )}
          {changes && <AddFile project={project} />}
        </Stack>
      </Paper>
      {files.length === 0 ? (
        !changes && <EmptyState title={t('No files yet')}>{t('Nothing has been submitted yet.')}</EmptyState>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {files.map((file) => (
            <FinalFile key={file._id} project={project} file={file} removes={changes} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function whatNext(isApproved: boolean, isIn: boolean): string {
  if (isApproved) return t('Your school approved your final project, so you can’t change its files.');
  if (isIn)
    return t('Your final project is submitted. You can add and remove files until your school approves it.');
  return t(
    'Upload what shows your work: a report, a poster, slides saved as PDF, or photos. PDF, Word, OpenDocument, JPEG, or PNG, up to 10 MB each.',
  );
}
