import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconPrinter, IconX } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { displayName } from '@waypost/contract/profiles/rules';
import { type Project, projectCalls } from '@waypost/contract/projects/calls';
import { MISSING_BUSINESS } from '@waypost/contract/projects/rules';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { useUser } from '../client/session.ts';
import { StaffNotes } from '../notes/StaffNotes.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { IconLink } from '../ui/IconLink.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useFocusHome } from '../ui/use-focus-home.ts';
import classes from './ProjectReport.module.css';
import { ReflectionsToEnable } from './ReflectionsToEnable.tsx';
import { ReportBlocks } from './ReportBlocks.tsx';
import { details } from './ReportDetails.tsx';
import { type ContentType, contentOf, contentTitles, contentTypes, type ReportItem } from './report-items.ts';
import { StatusMoves } from './StatusMoves.tsx';
import { useKeepProject, useProject } from './use-project.ts';

const nameOf = ({ student_id_fk: student }: Project) =>
  student ? displayName({ role: 'Student', business_name: '', ...student }) : 'a student who is gone';

/** One student's project, as staff follow it: six blocks, and beside them what they hold (document 2, section 2). */
export default function ProjectReportScreen() {
  const { id = '', content_type } = useParams({ strict: false });
  // What the student or the business does meanwhile appears by itself.
  const asked = useProject(id);
  const project = asked.data;
  return (
    <Screen
      title={project ? `Project of ${nameOf(project)}` : 'Project'}
      lead={project && <Lead project={project} />}
      action={
        project && (
          <Button
            variant="default"
            className={classes.ways}
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            Print report
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
            Student profile
          </TextLink>
          {' · '}
        </>
      )}
      <TextLink underline="always" to="/opportunity/view/$id" params={{ id: opportunity._id }}>
        {opportunity.opportunity_title}
      </TextLink>{' '}
      at {business_id_fk?.business_name ?? MISSING_BUSINESS}
    </>
  );
}

interface Of {
  project: Project;
}

function Report({ project, shown }: Of & { shown: ContentType }) {
  const mayApprove = useUser().role === 'Admin';
  const { approve, reopen, underway } = useApprovals(project._id);
  const [reopening, setReopening] = useState<ReportItem | null>(null);
  return (
    <Stack gap="lg">
      <Group gap="sm" className={classes.ways}>
        <LinkButton variant="default" size="sm" to="/admin/internship_status_report">
          Work-Based Learning Status
        </LinkButton>
        <LinkButton
          variant="default"
          size="sm"
          to="/admin/project/$id/$content_type"
          params={{ id: project._id, content_type: 'status' }}
          resetScroll={false}
        >
          Internship Status
        </LinkButton>
        <LinkButton
          variant="default"
          size="sm"
          to="/application/view/$id"
          params={{ id: project.application_id_fk._id }}
        >
          View Application
        </LinkButton>
      </Group>
      <div className={classes.columns}>
        <ReportBlocks
          project={project}
          shown={shown}
          mayApprove={mayApprove}
          underway={underway}
          onApprove={approve}
          onReopen={setReopening}
        />
        <Panel project={project} shown={shown} mayChange={mayApprove} />
      </div>
      <div className={classes.notes}>
        <StaffNotes projectId={project._id} />
      </div>
      <ConfirmDialog
        opened={reopening !== null}
        onClose={() => setReopening(null)}
        onConfirm={() => reopening && reopen(reopening)}
        confirm="Re-open"
      >
        {reopening?.title} can be changed again, and waits for your approval once more.
      </ConfirmDialog>
      <OnPaper project={project} />
    </Stack>
  );
}

/** What the chosen block holds; its close leads back to the application. */
function Panel({ project, shown, mayChange }: Of & { shown: ContentType; mayChange: boolean }) {
  const panel = useFocusHome<HTMLElement>();
  const before = useRef(shown);
  // On a phone it stands below the blocks: whoever asked for it is brought there.
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    panel.current?.focus();
    panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shown, panel]);
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={contentTitles[shown]}
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
    >
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h3">
            {contentTitles[shown]}
          </Title>
          {shown !== 'application' && (
            <IconLink
              variant="subtle"
              size="xl"
              aria-label={`Close ${contentTitles[shown]}`}
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
          {student.school_attending}, {student.affiliated_program}, class of {student.graduation_year}
        </p>
      )}
      {contentTypes.map((one) => (
        <section key={one}>
          <Title order={2} size="h3" mb="xs">
            {contentTitles[one]}
          </Title>
          {details[one](project)}
        </section>
      ))}
    </div>
  );
}

/** Approving an item and opening it again; each is answered with the project as it is then. */
function useApprovals(project_id: string) {
  const keep = useKeepProject();
  const approving = useCall(projectCalls.setAdminApproval, { onSuccess: keep });
  const opening = useCall(projectCalls.reopenItem, { onSuccess: keep, quiet: true });
  const of = (asked: typeof approving | typeof opening) =>
    asked.isPending ? (asked.variables?.approval_type ?? null) : null;
  return {
    underway: of(approving) ?? of(opening),
    approve: (approval_type: ReportItem['item']) => {
      if (approving.isPending) return;
      approving.mutate(
        { project_id, approval_type },
        { onSuccess: () => notify.success(`${contentTitles[approval_type]} approved.`, 'Approved') },
      );
    },
    // The dialog that asked tells of a failure.
    reopen: async ({ item, title }: ReportItem) => {
      await opening.mutateAsync({ project_id, approval_type: item });
      notify.success(`${title} is open again.`, 'Re-Opened');
    },
  };
}
