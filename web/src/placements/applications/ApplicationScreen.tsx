import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { AUTO_APPLIED } from '@waypost/contract/placements/applications/rules';
import type { Role } from '@waypost/contract/roles';
import { dayIn } from '@waypost/contract/time-zones';
import { wireName } from '@waypost/contract/wire-names';
import { useRef, useState } from 'react';
import { keepFresh, subjectQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { termFacts } from '../../opportunities/opportunities/opportunity-facts.tsx';
import { NotSharedNote } from '../../people/consents/NotShared.tsx';
import { showDate, showMoment } from '../../ui/dates.ts';
import { type Fact, FactList } from '../../ui/FactList.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { onOneLine } from '../../ui/on-one-line.ts';
import { RichTextView } from '../../ui/RichTextView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { T } from '../../ui/T.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { ApplicantCard } from './ApplicantCard.tsx';
import { ApplicantNotes } from './ApplicantNotes.tsx';
import { ApplicantTurn } from './ApplicantTurn.tsx';
import { ApplicationMoves } from './ApplicationMoves.tsx';
import classes from './ApplicationScreen.module.css';
import { ApplicationStatus } from './ApplicationStatus.tsx';
import { InterviewPanel } from './InterviewPanel.tsx';
import { MissingStudent } from './MissingStudent.tsx';
import { businessOf, statusText, studentOf } from './words.ts';

/** One application: its letter, its author, and what can be done with it (docs/behavior/applications.md#screens). */
export default function ApplicationScreen() {
  const { id } = useParams({ from: '/application/view/$id' });
  const user = useUser();
  const query = useQuery({
    ...subjectQuery(applicationCalls.getApplicationById, { app_id: id }),
    ...keepFresh,
    // An offer can be undone for only a few seconds.
    refetchInterval: ({ state }) => (state.data?.offer_sends_at ? 1_000 : keepFresh.refetchInterval),
  });
  return (
    <Screen title={titleFor(query.data, user.role)} lead={query.data && <Lead application={query.data} />}>
      <Loaded query={query}>
        {(application) => <Whole key={application._id} application={application} user={user} />}
      </Loaded>
    </Screen>
  );
}

function titleFor(application: Application | undefined, role: Role): string {
  if (!application?.student_id_fk || role === 'Student') return t('Application');
  return t('{student}’s application', { student: studentOf(application) });
}

function Lead({ application }: { application: Application }) {
  const { _id, opportunity_title } = application.opportunity_id_fk;
  return (
    <T
      m="<a/> at {application}"
      application={businessOf(application)}
      a={
        <TextLink underline="always" to="/opportunity/view/$id" params={{ id: _id }}>
          {opportunity_title}
        </TextLink>
      }
    />
  );
}

function Whole({ application, user }: { application: Application; user: User }) {
  const { student_id_fk: student, status } = application;
  const [isArranging, setArranging] = useState(false);
  const timeZone = useTimeZone();
  const hasInterview =
    status === 'Interview Scheduled' && (application.interview || user.role === 'Business');
  const canArrange = isArranging && status === 'Interview Scheduled';
  return (
    <Stack gap="lg">
      {user.role === 'Business' && <ApplicantTurn application={application} />}
      <Standing application={application} user={user} today={dayIn(timeZone, new Date())} />
      {hasInterview && (
        <InterviewPanel
          application={application}
          role={user.role}
          approved={user.approved}
          timeZone={timeZone}
          isArranging={canArrange}
          onArrange={setArranging}
        />
      )}
      <div className={classes.columns}>
        <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="cover-letter">
          <Title order={2} size="h3" mb="sm" id="cover-letter">
            {t('Cover letter')}
          </Title>
          <Letter html={application.cover_letter} />
        </Paper>
        {student === null && (
          <Alert
            color="amber"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('Student missing')}
          >
            <MissingStudent applicationId={application._id} />
          </Alert>
        )}
        {(student || user.role === 'Business') && user.role !== 'Student' && (
          <Stack gap="lg">
            {student && <ApplicantCard student={student} isReleased={application.is_released} />}
            {user.role === 'Business' && <ApplicantNotes application={application} />}
          </Stack>
        )}
        {user.role === 'Student' && <Placement application={application} />}
      </div>
    </Stack>
  );
}

interface StandingProps {
  application: Application;
  user: User;
  /** The school system's day. */
  today: string;
}

/** The application's status, and what this person can do about it. */
function Standing({ application, user, today }: StandingProps) {
  const { role } = user;
  const { project_id } = application;
  const line = useRef<HTMLParagraphElement>(null);
  const home = useFocusHome<HTMLElement>();
  const kept = user.approved || (role !== 'Student' && role !== 'Business');
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={t('Status')}
      ref={home}
      tabIndex={-1}
    >
      <Stack gap="md">
        <Group gap="sm">
          <ApplicationStatus
            status={application.status}
            placement={application.business_status}
            interview={application.interview}
            viewer={role}
          />
          <Text fw={600} role="status" ref={line} tabIndex={-1}>
            {statusText(application, role, today)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {[
            t('Applied {date}', { date: showMoment(application.date_application) }),
            t('Last updated {date}', { date: showMoment(application.updatedAt) }),
          ]
            .map(onOneLine)
            .join('\u00a0· ')}
        </Text>
        {application.offer_message && <Text className={classes.message}>{application.offer_message}</Text>}
        {application.decline_message && (
          <Text className={classes.message}>{application.decline_message}</Text>
        )}
        {!kept && !user.deactivated && application.status === 'Offered' && role === 'Student' && (
          <Text size="sm">{t('You can accept once your account is approved.')}</Text>
        )}
        <ApplicationMoves application={application} role={role} approved={user.approved} line={line} />
        {project_id && application.status === 'Accepted' && (
          <Group gap="md">
            <WayToProject id={project_id} role={role} />
            <TextLink to="/project/$id/progress" params={{ id: project_id }}>
              {t('See progress')}
            </TextLink>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function WayToProject({ id, role }: { id: string; role: Role }) {
  if (role === 'Student')
    return (
      <LinkButton to="/project/$id/hours" params={{ id }}>
        {t('Go to your placement')}
      </LinkButton>
    );
  if (role === 'Business')
    return (
      <LinkButton to="/interns/hours_log/$project_id" params={{ project_id: id }} variant="default">
        {t('See the hours')}
      </LinkButton>
    );
  return (
    <LinkButton to="/admin/project/$id" params={{ id }} variant="default">
      {t('See the placement')}
    </LinkButton>
  );
}

function Letter({ html }: { html: string | null }) {
  if (html === null) return <NotSharedNote isReleased={false} />;
  if (html !== AUTO_APPLIED) return <RichTextView html={html} />;
  return (
    <>
      <Text>{AUTO_APPLIED}</Text>
      <Text size="sm" c="dimmed">
        {t('The business chose this student by name, so there is no cover letter.')}
      </Text>
    </>
  );
}

function Placement({ application }: { application: Application }) {
  const { opportunity_id_fk: opportunity } = application;
  const place = [opportunity.city, opportunity.state].filter(Boolean).join(', ');
  const facts: Fact[] = [
    [t('Type'), `${wireName(opportunity.internship_type)}, ${wireName(opportunity.opportunity_type)}`],
    [t('Place'), opportunity.opportunity_type === 'Virtual' ? '' : place],
    [t('Starts'), showDate(opportunity.employment_start)],
    [t('Ends'), showDate(opportunity.employment_stop)],
    ...termFacts(opportunity),
  ];
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="placement">
      <Title order={2} size="h3" mb="sm" id="placement">
        {t('The placement')}
      </Title>
      <FactList facts={facts} />
    </Paper>
  );
}
