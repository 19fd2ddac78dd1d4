import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { useRef, useState } from 'react';
import { useUser } from '../../client/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ItemBadge } from '../projects/ItemBadge.tsx';
import { ProjectScreen } from '../projects/ProjectScreen.tsx';
import { QuestionCard } from './QuestionCard.tsx';

/** Reflections: one question after another; approved answers are read-only (docs/behavior/reflections.md#answers). */
export default function ReflectionsScreen() {
  const { id } = useParams({ from: '/project/$id/reflections' });
  return (
    <ProjectScreen id={id} title={t('Reflections')} schoolwork>
      {(project) => <Reflections project={project} />}
    </ProjectScreen>
  );
}

function Reflections({ project }: { project: Project }) {
  const { role } = useUser();
  const progress = useRef<HTMLParagraphElement>(null);
  const [answered, setAnswered] = useState(false);
  const { reportData } = project;
  const reflections = project.reflections ?? [];
  const done = reportData.reflection_count ?? 0;
  const next = reflections.find(({ status }) => status === 'unlocked');
  if (reflections.length === 0)
    return (
      <EmptyState title={t('There are no reflection questions')}>
        {t('Your school system had none when this placement started.')}
      </EmptyState>
    );

  return (
    <Stack gap="lg">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="xs">
          <Group justify="space-between" gap="sm">
            <Text fw={600} role="status" ref={progress} tabIndex={-1}>
              {t('{done} of {n} answered', { done, n: reflections.length })}
            </Text>
            <ItemBadge status={reportData.reflection_status} />
          </Group>
          <Progress.Root size="lg" aria-hidden>
            <Progress.Section value={(done / reflections.length) * 100} color="navy" />
          </Progress.Root>
          {role === 'Student' && (
            <Group gap="sm">
              <Text size="sm" role="status" flex="1 1 20rem">
                {whatNext(project)}
              </Text>
              {next && done > 0 && (
                <Button component="a" href={`#question-${next._id}`} variant="default">
                  {t('Answer question {ordinal}', { ordinal: next.ordinal })}
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </Paper>
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {reflections.map((reflection) => (
          <QuestionCard
            key={reflection._id}
            project={project}
            reflection={reflection}
            takesFocus={answered && reflection._id === next?._id}
            onAnswered={() => {
              setAnswered(true);
              if (done + 1 === reflections.length) progress.current?.focus();
            }}
          />
        ))}
      </Stack>
    </Stack>
  );
}

function whatNext({ reportData }: Project): string {
  if (reportData.reflection_status === 2)
    return t('Your school approved your reflections, so you can’t change them.');
  if (reportData.reflection_status === 1)
    return t('All questions are answered. You can edit your answers until your school approves them.');
  return t('Saving an answer opens the next question. Your draft stays on this device until you save it.');
}
