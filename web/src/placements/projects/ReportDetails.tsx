import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { termName } from '@waypost/contract/placements/evaluations/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import {
  type ApprovalType,
  type ReflectionStatus,
  shownBusiness,
} from '@waypost/contract/placements/projects/rules';
import type { ReactNode } from 'react';
import { fileAddress } from '../../client/call.ts';
import { OwnText } from '../../client/OwnText.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { showDate, showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { RichTextView } from '../../ui/RichTextView.tsx';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';
import { Ratings } from '../evaluations/Ratings.tsx';
import { countHours, hoursColumns } from '../hours/hours-columns.tsx';
import { HoursBar } from './HoursBar.tsx';
import classes from './ProjectReport.module.css';
import { projectEvents } from './project-events.ts';
import { showHours, statusWords, whenEnded } from './project-status.ts';
import { type ContentType, stateNeeds } from './report-items.ts';
import { SentBack } from './SentBack.tsx';

/** The content of each view of a project's report, on screen and in print. */
export const details: Record<ContentType, (project: Project) => ReactNode> = {
  application: (project) => <Application project={project} />,
  status: (project) => <Status project={project} />,
  timeline: (project) => <Timeline project={project} />,
  hours: (project) => <Hours project={project} />,
  reflection: (project) => (
    <Stack gap="md">
      <SentBack project={project} item="reflection" />
      <Reflections project={project} />
    </Stack>
  ),
  summary: (project) => (
    <Stack gap="md">
      <SentBack project={project} item="summary" />
      <Summary project={project} />
    </Stack>
  ),
  project: (project) => (
    <Stack gap="md">
      <SentBack project={project} item="project" />
      <FinalProject project={project} />
    </Stack>
  ),
  msde: (project) => <State project={project} />,
  evals: (project) => <Evaluations project={project} />,
};

interface Props {
  project: Project;
}

function Application({ project }: Props) {
  const letter = project.application_id_fk.cover_letter;
  return (
    <Stack gap="lg">
      <Part title={t('Cover letter')}>
        {letter ? <RichTextView html={letter} /> : <Text c="dimmed">{t('There is no cover letter.')}</Text>}
      </Part>
      <Part title={t('Business notes')}>
        {!project.business_evaluations?.length ? (
          <Text c="dimmed">{t('The business hasn’t written any notes about this student yet.')}</Text>
        ) : (
          project.business_evaluations.map((one) => (
            <div key={one._id}>
              <Text size="sm" c="dimmed">
                {showDate(one.evaluation_date)}, {one.supervisor}
              </Text>
              <RichTextView html={one.comments} />
            </div>
          ))
        )}
      </Part>
    </Stack>
  );
}

/** Why staff approved an item below the minimum hours; nothing if the minimum was reached. */
function BelowMinimum({ project, item }: Props & { item: ApprovalType }) {
  const approval = project.approvals?.find((one) => one.approval_type === item && one.reason !== '');
  if (!approval) return null;
  const minimum = MINIMUM_HOURS[project.opportunity_id_fk.internship_type];
  return (
    <Stack gap={4}>
      <Text fw={600}>
        {t('Approved with {hours} of {minimum} hours on {date}', {
          hours: showHours(approval.accepted_hours ?? 0),
          minimum,
          date: showMoment(approval.approvedAt),
        })}
      </Text>
      <Text className={classes.text}>{t('Reason: {reason}', { reason: approval.reason })}</Text>
    </Stack>
  );
}

function Status({ project }: Props) {
  const { business_status, business_id_fk, updatedAt } = project;
  const { word, tone } = statusWords[business_status];
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <StatusBadge tone={tone}>{t(word)}</StatusBadge>
        <Text size="sm" c="dimmed">
          {t('Last updated {date}', { date: showMoment(updatedAt) })}
        </Text>
      </Group>
      {project.ended_at && <Text>{whenEnded(project)}</Text>}
      <Text>{t('At {businessName}.', { businessName: shownBusiness(business_id_fk) })}</Text>
    </Stack>
  );
}

/** The events so far, by date. */
function Timeline({ project }: Props) {
  return (
    <ol className={classes.timeline}>
      {projectEvents(project).map(({ day, what }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may read alike.
        <li key={index}>
          <Text span size="sm" c="dimmed">
            {day}
          </Text>
          <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}

function Hours({ project }: Props) {
  const { reportData: report } = project;
  return (
    <Stack gap="md">
      <HoursBar
        internshipType={project.opportunity_id_fk.internship_type}
        accepted={report.accepted_hours}
        pending={report.pending_hours}
      />
      <BelowMinimum project={project} item="hours" />
      {project.hours.length === 0 ? (
        <Text c="dimmed">{t('No hours have been logged yet.')}</Text>
      ) : (
        <DataTable
          caption={t('Logged hours')}
          wide
          columns={hoursColumns}
          rows={project.hours}
          rowKey={(entry) => entry._id}
          count={() => countHours(project.hours)}
        />
      )}
    </Stack>
  );
}

const reflectionWords: Record<ReflectionStatus, { word: Message; tone: StatusTone }> = {
  locked: { word: msg('Locked'), tone: 'plain' },
  unlocked: { word: msg('Not answered yet'), tone: 'waiting' },
  complete: { word: msg('Answered'), tone: 'good' },
};

function Reflections({ project: { reflections } }: Props) {
  if (!reflections?.length) return <Text c="dimmed">{t('This placement has no reflection questions.')}</Text>;
  return (
    <ol className={classes.list}>
      {reflections.map((one) => (
        <li key={one._id}>
          <Stack gap={4}>
            <Group gap="xs" justify="space-between">
              <Text fw={600}>
                {one.ordinal}. <OwnText original={one.question_text} spanish={one.question_text_es} />
              </Text>
              <StatusBadge tone={reflectionWords[one.status].tone}>
                {t(reflectionWords[one.status].word)}
              </StatusBadge>
            </Group>
            {one.answer_text && <Text className={classes.text}>{one.answer_text}</Text>}
          </Stack>
        </li>
      ))}
    </ol>
  );
}

function Summary({ project: { final_summary } }: Props) {
  if (!final_summary?.text) return <Text c="dimmed">{t('The student has not written a summary yet.')}</Text>;
  return (
    <Stack gap="xs">
      {final_summary.updatedAt && (
        <Text size="sm" c="dimmed">
          {t('Last changed {date}', { date: showMoment(final_summary.updatedAt) })}
        </Text>
      )}
      <Text className={classes.text}>{final_summary.text}</Text>
    </Stack>
  );
}

function FinalProject({ project: { final_project } }: Props) {
  if (!final_project?.files.length) return <Text c="dimmed">{t('No files have been submitted yet.')}</Text>;
  return (
    <ul className={classes.list}>
      {final_project.files.map((file) => (
        <li key={file._id}>
          <Anchor
            href={fileAddress(file)}
            target="_blank"
            rel="noopener"
            style={{ overflowWrap: 'anywhere' }}
          >
            {file.name}
          </Anchor>{' '}
          <Text component="span" size="sm" c="dimmed">
            {showMoment(file.createdAt)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function State({ project }: Props) {
  return (
    <Stack gap="sm">
      <BelowMinimum project={project} item="msde" />
      <Text>
        {t(
          'MSDE is the state’s department of education. A placement is ready for it once all of these are in:',
        )}
      </Text>
      <ul className={classes.needs}>
        {stateNeeds(project).map(({ need, isIn }) => (
          <li key={need}>
            {isIn ? (
              <IconCircleCheck size={20} aria-hidden color="var(--mantine-color-green-8)" />
            ) : (
              <IconCircle size={20} aria-hidden />
            )}
            <span>
              {need}: <strong>{isIn ? t('in') : t('still missing')}</strong>
            </span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Evaluations({ project }: Props) {
  if (!project.business_evaluations?.length)
    return <Text c="dimmed">{t('The business hasn’t submitted an evaluation yet.')}</Text>;
  return (
    <ul className={classes.list}>
      {project.business_evaluations.map((one) => (
        <li key={one._id}>
          <Stack gap={4}>
            <TextLink
              to="/evaluation/view/$project_id/$evaluation_id"
              params={{ project_id: project._id, evaluation_id: one._id }}
            >
              {t('Evaluation of {date}, {term}', {
                date: showDate(one.evaluation_date),
                term: termName(one.term),
              })}
            </TextLink>
            <Text size="sm" c="dimmed">
              {one.discussed
                ? t('By {supervisor}, discussed with the student', { supervisor: one.supervisor })
                : t('By {supervisor}, not discussed with the student', { supervisor: one.supervisor })}
            </Text>
            {one.ratings.length > 0 && <Ratings ratings={one.ratings} />}
            <RichTextView html={one.comments} />
          </Stack>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
