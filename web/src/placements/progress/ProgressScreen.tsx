import { Alert, Text } from '@mantine/core';
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDot,
  IconCircleMinus,
  type IconProps,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Progress, progressCalls, type ShownStep } from '@waypost/contract/placements/progress/calls';
import type { StepState } from '@waypost/contract/placements/progress/rules';
import { detailOf, nameOf, stateOf } from '@waypost/contract/placements/progress/words';
import { missingBusiness } from '@waypost/contract/placements/projects/rules';
import type { ComponentType } from 'react';
import { keepFresh, subjectQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { dateOf, showDay } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ProjectTabs } from '../projects/ProjectTabs.tsx';
import classes from './Progress.module.css';
import { actionFor } from './step-actions.ts';

/** How far a placement is: what is done, what is next, and whose turn it is (docs/behavior/progress.md). */
export default function ProgressScreen() {
  const { id } = useParams({ from: '/project/$id/progress' });
  const { role } = useUser();
  const query = useQuery({ ...subjectQuery(progressCalls.getProgress, { project_id: id }), ...keepFresh });
  return (
    <Screen
      title={t('Progress')}
      lead={query.data && <Lead progress={query.data} />}
      action={
        role === 'Business' && (
          <LinkButton to="/interns/viewall" variant="default">
            {t('All interns')}
          </LinkButton>
        )
      }
      // The student's tabs keep their place from one tab to the next.
      width={role === 'Student' ? 'wide' : 'narrow'}
    >
      {role === 'Student' && <ProjectTabs id={id} />}
      <Loaded query={query}>{(progress) => <Steps progress={progress} />}</Loaded>
    </Screen>
  );
}

function Lead({ progress }: { progress: Progress }) {
  const { viewer, student, title, project_id: id } = progress;
  const business = progress.business || missingBusiness();
  if (viewer === 'student')
    return t('{opportunityTitle} at {business}', { opportunityTitle: title, business });
  const about = t('{student} at {business}: {title}', { student, business, title });
  if (viewer === 'business') return about;
  return (
    <TextLink underline="always" to="/admin/project/$id" params={{ id }}>
      {about}
    </TextLink>
  );
}

const icons: Record<StepState, ComponentType<IconProps>> = {
  done: IconCircleCheckFilled,
  now: IconCircleDot,
  later: IconCircle,
  'not needed': IconCircleMinus,
};

function Steps({ progress }: { progress: Progress }) {
  const { steps, business_status } = progress;
  return (
    <>
      {business_status === 'terminated' && (
        <Alert color="gray">{t('This placement ended early. What is not done is no longer needed.')}</Alert>
      )}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepLine key={step.step} step={step} progress={progress} />
        ))}
      </ol>
    </>
  );
}

function StepLine({ step, progress }: { step: ShownStep; progress: Progress }) {
  const { role } = useUser();
  const Icon = icons[step.state];
  const detail = detailOf(step, progress);
  const action = step.is_current ? actionFor(step, progress, role) : null;
  return (
    <li className={classes.step} data-state={step.state} {...(step.is_current && { 'aria-current': 'step' })}>
      <Icon className={classes.icon} size={24} aria-hidden />
      <div className={classes.about}>
        <Text fw={600}>{nameOf(step, progress.viewer)}</Text>
        <Text size="sm" c="dimmed">
          {stateOf(step, progress.viewer, show)}
        </Text>
        {detail && <Text size="sm">{detail}</Text>}
        {action && (
          <LinkButton {...action.link} mt="xs">
            {t(action.label)}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

const show = (at: string) => showDay(at.length === 10 ? at : dateOf(new Date(at)));
