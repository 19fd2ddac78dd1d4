import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Project, ProjectReflection } from '@waypost/contract/placements/projects/calls';
import { ITEM_APPROVED } from '@waypost/contract/placements/projects/rules';
import { whyNotAnswer } from '@waypost/contract/placements/reflections/rules';
import { useRef, useState } from 'react';
import { OwnText } from '../../client/OwnText.tsx';
import { useUser } from '../../client/session.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { Prose } from '../projects/Prose.tsx';
import { useWorksOn } from '../projects/use-works-on.ts';
import { AnswerForm } from './AnswerForm.tsx';

interface QuestionCardProps {
  project: Project;
  reflection: ProjectReflection;
  /** Whether a form that opens automatically takes the focus: after an answer, but not when the screen opens. */
  takesFocus: boolean;
  onAnswered: () => void;
}

/** One question: locked, open, or answered. */
export function QuestionCard({ project, reflection, takesFocus, onAnswered }: QuestionCardProps) {
  const { role } = useUser();
  const [editing, setEditing] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const card = useFocusHome<HTMLLIElement>();
  const { ordinal, question_text, question_text_es, answer_text, status } = reflection;
  const isApproved = project.reportData.reflection_status === ITEM_APPROVED;
  const mayAnswer = useWorksOn() && whyNotAnswer({ isApproved }, reflection) === null;
  const writes = mayAnswer && (status === 'unlocked' || editing);
  const heading = `question-${reflection._id}`;

  return (
    <Paper
      component="li"
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      aria-labelledby={heading}
      ref={card}
      tabIndex={-1}
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text size="sm" c="dimmed">
            {t('Question {ordinal}', { ordinal })}
          </Text>
          <QuestionBadge status={status} isOwn={role === 'Student'} />
        </Group>
        <Title
          order={2}
          size="h3"
          id={heading}
          ref={title}
          tabIndex={-1}
          {...(status === 'locked' ? { c: 'dimmed', fw: 500 } : {})}
          style={{ overflowWrap: 'anywhere' }}
        >
          <OwnText original={question_text} spanish={question_text_es} />
        </Title>
        {writes && (
          <AnswerForm
            project={project}
            reflection={reflection}
            takesFocus={takesFocus || editing}
            onDone={() => {
              if (!editing) return onAnswered();
              setEditing(false);
              title.current?.focus();
            }}
          />
        )}
        {!writes && status === 'complete' && <Prose>{answer_text}</Prose>}
        {!writes && status === 'complete' && mayAnswer && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              aria-label={t('Edit answer to question {ordinal}', { ordinal })}
              onClick={() => setEditing(true)}
            >
              {t('Edit answer')}
            </Button>
          </Group>
        )}
        {!writes && status === 'unlocked' && <Text c="dimmed">{t('Not answered yet.')}</Text>}
      </Stack>
    </Paper>
  );
}

function QuestionBadge({ status, isOwn }: { status: ProjectReflection['status']; isOwn: boolean }) {
  if (status === 'complete') return <StatusBadge tone="good">{t('Answered')}</StatusBadge>;
  if (status === 'unlocked')
    return (
      <StatusBadge tone={isOwn ? 'attention' : 'plain'}>{isOwn ? t('Your turn') : t('Open')}</StatusBadge>
    );
  return (
    <StatusBadge tone="plain" icon={IconLock}>
      {t('Locked')}
    </StatusBadge>
  );
}
