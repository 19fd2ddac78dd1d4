import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconPrinter, IconX } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import type { Project } from '@waypost/contract/projects/calls';
import { type ApprovalType, MISSING_BUSINESS, needsReason } from '@waypost/contract/projects/rules';
import { useEffect, useState } from 'react';
import { useUser } from '../client/session.ts';
import { Supervisor } from '../contacts/Supervisor.tsx';
import { StaffNotes } from '../notes/StaffNotes.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { IconLink } from '../ui/IconLink.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Screen } from '../ui/Screen.tsx';
import { T } from '../ui/T.tsx';
import { useFocusHome } from '../ui/use-focus-home.ts';
import { BelowMinimumDialog } from './BelowMinimumDialog.tsx';
import { nameOfIntern } from './intern-name.ts';
import classes from './ProjectReport.module.css';
import { ReflectionsToEnable } from './ReflectionsToEnable.tsx';
import { ReportBlocks } from './ReportBlocks.tsx';
import { details } from './ReportDetails.tsx';
import { ReportOverview, Signatures, Timeline } from './ReportOverview.tsx';
import { type ContentType, contentOf, contentTitles, contentTypes, type ReportItem } from './report-items.ts';
import { StatusMoves } from './StatusMoves.tsx';
import { useApprovals } from './use-approvals.ts';
import { useProject } from './use-project.ts';

/**
 * One student's placement, as staff follow it: six blocks, and their details beside them
 * (docs/behavior/projects.md#report).
 */
export default function ProjectReportScreen() {
  const { id = '', content_type } = useParams({ strict: false });
  // What the student or the business does meanwhile appears by itself.
  const asked = useProject(id);
  const project = asked.data;
  return (
    <Screen
      title={project ? t('{name}’s placement', { name: nameOfIntern(project) }) : t('Project')}
      lead={project && <Lead project={project} />}
      action={
        project && (
          <Button
            variant="default"
            className={classes.ways}
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('Print report')}
          </Button>
        )
      }
    >
      <Loaded asked={asked}>{(found) => <Report project={found} shown={contentOf(content_type)} />}</Loaded>
    </Screen>
  );
}

function Lead({ project: { student_id_fk: student, opportunity_id_fk: opportunity, business_id_fk } }: Of) {
  return (
    <>
      {student && (
        <>
          <TextLink underline="always" to="/profile/view/$id" params={{ id: student._id }}>
            {t('Student profile')}
          </TextLink>
          {' · '}
        </>
      )}
      <T
        m="<a/> at {businessName}"
        businessName={business_id_fk?.business_name ?? MISSING_BUSINESS}
        a={
          <TextLink underline="always" to="/opportunity/view/$id" params={{ id: opportunity._id }}>
            {opportunity.opportunity_title}
          </TextLink>
        }
      />
    </>
  );
}

interface Of {
  project: Project;
}

function Report({ project, shown }: Of & { shown: ContentType }) {
  const mayApprove = useUser().role === 'Admin';
  const { approve, approveWithReason, reopen, underway } = useApprovals(project._id);
  const [reopening, setReopening] = useState<ReportItem | null>(null);
  const [belowMinimum, setBelowMinimum] = useState<ApprovalType | null>(null);
  const accepted = project.reportData.accepted_hours;
  const minimum = MINIMUM_HOURS[project.opportunity_id_fk.internship_type];
  return (
    <Stack gap="lg">
      <ReportOverview project={project} />
      <Supervisor project={project} />
      <Group gap="sm" className={classes.ways}>
        <LinkButton variant="default" size="sm" to="/admin/internship_status_report">
          {t('Work-Based Learning Status')}
        </LinkButton>
        <LinkButton
          variant="default"
          size="sm"
          to="/admin/project/$id/$content_type"
          params={{ id: project._id, content_type: 'status' }}
          resetScroll={false}
        >
          {t('Internship Status')}
        </LinkButton>
        <LinkButton
          variant="default"
          size="sm"
          to="/application/view/$id"
          params={{ id: project.application_id_fk._id }}
        >
          {t('View Application')}
        </LinkButton>
        <LinkButton variant="default" size="sm" to="/project/$id/agreement" params={{ id: project._id }}>
          {t('Training agreement')}
        </LinkButton>
      </Group>
      <div className={classes.columns}>
        <ReportBlocks
          project={project}
          shown={shown}
          mayApprove={mayApprove}
          underway={underway}
          onApprove={(item, pressed) =>
            needsReason(item, accepted, minimum) ? setBelowMinimum(item) : approve(item, pressed)
          }
          onReopen={setReopening}
        />
        <Panel project={project} shown={shown} mayChange={mayApprove} />
      </div>
      <div className={classes.notes}>
        <Timeline project={project} />
      </div>
      <div className={classes.notes}>
        <StaffNotes projectId={project._id} />
      </div>
      <ConfirmDialog
        opened={reopening !== null}
        onClose={() => setReopening(null)}
        onConfirm={() => reopening && reopen(reopening)}
        confirm={t('Re-open')}
      >
        {t('{title} can be changed again and needs your approval again.', {
          title: reopening ? t(reopening.title) : '',
        })}
      </ConfirmDialog>
      <BelowMinimumDialog
        project={project}
        what={belowMinimum}
        onClose={() => setBelowMinimum(null)}
        onConfirm={(reason) => belowMinimum && approveWithReason(belowMinimum, reason)}
      />
      <OnPaper project={project} />
    </Stack>
  );
}

/** What was shown last: the first View leads to another route, which draws the panel anew. */
let lastPanel: { project: string; shown?: ContentType } = { project: '' };

/** What the chosen block holds; its close leads back to the application. */
function Panel({ project, shown, mayChange }: Of & { shown: ContentType; mayChange: boolean }) {
  const panel = useFocusHome<HTMLElement>();
  const { _id } = project;
  // On a phone it is below the blocks, so View brings it into view: after the router has focused the heading.
  useEffect(() => {
    const isTurned = lastPanel.project === _id && lastPanel.shown !== shown;
    lastPanel = { project: _id, shown };
    if (!isTurned) return;
    const frame = requestAnimationFrame(() => {
      panel.current?.focus({ preventScroll: true });
      panel.current?.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [_id, shown, panel]);
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={t(contentTitles[shown])}
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h3">
            {t(contentTitles[shown])}
          </Title>
          {shown !== 'application' && (
            <IconLink
              variant="subtle"
              size="xl"
              aria-label={t('Close {contentTitles}', { contentTitles: t(contentTitles[shown]) })}
              to="/admin/project/$id"
              params={{ id: project._id }}
              resetScroll={false}
            >
              <IconX size={20} aria-hidden />
            </IconLink>
          )}
        </Group>
        {details[shown](project)}
        {shown === 'status' && mayChange && <StatusMoves project={project} />}
        {shown === 'reflection' && mayChange && <ReflectionsToEnable project={project} />}
      </Stack>
    </Paper>
  );
}

/** Every part one below the other, as a printer needs it. */
function OnPaper({ project }: Of) {
  const { student_id_fk: student } = project;
  return (
    <div className={classes.paper}>
      {student && (
        <p>
          {t('{schoolAttending}, {affiliatedProgram}, class of {graduationYear}', {
            schoolAttending: student.school_attending,
            affiliatedProgram: student.affiliated_program,
            graduationYear: `${student.graduation_year ?? ''}`,
          })}
        </p>
      )}
      {contentTypes.map((one) => (
        <section key={one}>
          <Title order={2} size="h3" mb="xs">
            {t(contentTitles[one])}
          </Title>
          {details[one](project)}
        </section>
      ))}
      <Signatures project={project} />
    </div>
  );
}
