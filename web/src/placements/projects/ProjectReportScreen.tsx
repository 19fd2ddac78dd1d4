import { Button, type ButtonProps, Skeleton, Stack } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { noteCalls, type ProjectNote } from '@waypost/contract/placements/notes/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { type ApprovalType, needsReason, shownBusiness } from '@waypost/contract/placements/projects/rules';
import { Suspense, useState } from 'react';
import { callQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded, type QueryResult, Waiting } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { T } from '../../ui/T.tsx';
import { Supervisor } from '../supervisors/Supervisor.tsx';
import { BelowMinimumDialog } from './BelowMinimumDialog.tsx';
import { nameOfIntern } from './intern-name.ts';
import classes from './ProjectReport.module.css';
import { ReportBlocks } from './ReportBlocks.tsx';
import { ReportOnPaper } from './ReportOnPaper.tsx';
import { ReportOverview } from './ReportOverview.tsx';
import { ReportPanel } from './ReportPanel.tsx';
import { type ContentType, contentOf, type ReportItem } from './report-items.ts';
import { useApprovals } from './use-approvals.ts';
import { useProject } from './use-project.ts';

// Below everything else, and its form loads the validator.
const StaffNotes = lazyPart(() => import('../notes/StaffNotes.tsx'));

/**
 * A student's placement for staff: six blocks, with their details next to them
 * (docs/behavior/projects.md#report).
 */
export default function ProjectReportScreen() {
  const { id = '', content_type } = useParams({ strict: false });
  // Polls for what the student or the business does meanwhile.
  const query = useProject(id);
  const project = query.data;
  // The URL of a tab scrolls to the panel, where notes that load later would move the footer.
  const notes = useQuery(callQuery(noteCalls.getProjectNotes, { project_id: id }));
  return (
    <Screen
      title={project ? t('{name}’s placement', { name: nameOfIntern(project) }) : t('Project')}
      lead={project && <Lead project={project} />}
      action={project && <Print visibleFrom="sm" />}
    >
      <Loaded query={notes.isLoading ? { ...query, data: undefined } : query} waiting={<Outline />}>
        {(found) => (
          <Suspense
            fallback={
              <Waiting>
                <Outline />
              </Waiting>
            }
          >
            <Report project={found} notes={notes} shown={contentOf(content_type)} />
          </Suspense>
        )}
      </Loaded>
    </Screen>
  );
}

/** About as tall as the report, so that a reload finds the position that it had, and not the footer. */
function Outline() {
  return (
    <Stack gap="sm" mih="160dvh">
      <Skeleton height={88} />
      <Skeleton height={176} />
      <Skeleton height={176} />
    </Stack>
  );
}

/** The links that the report begins with (docs/behavior/projects.md#report). */
function Lead({
  project: { student_id_fk: student, opportunity_id_fk: opportunity, business_id_fk, application_id_fk },
}: Props) {
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
        businessName={shownBusiness(business_id_fk)}
        a={
          <TextLink underline="always" to="/opportunity/view/$id" params={{ id: opportunity._id }}>
            {opportunity.opportunity_title}
          </TextLink>
        }
      />
      {' · '}
      <TextLink underline="always" to="/application/view/$id" params={{ id: application_id_fk._id }}>
        {t('View Application')}
      </TextLink>
      {' · '}
      <TextLink underline="always" to="/admin/internship_status_report">
        {t('Work-Based Learning Status')}
      </TextLink>
    </>
  );
}

interface Props {
  project: Project;
}

function Print(where: Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom'>) {
  return (
    <Button
      variant="default"
      className={classes.ways}
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => window.print()}
      {...where}
    >
      {t('Print report')}
    </Button>
  );
}

/** Needed less often than the blocks, so below them. On a phone, Print is here too. */
function Besides({ project }: Props) {
  return (
    <Stack gap="md" className={classes.besides}>
      <Supervisor project={project} />
      <nav aria-label={t('About this placement')} className={classes.links}>
        <TextLink to="/project/$id/agreement" params={{ id: project._id }}>
          {t('Training agreement')}
        </TextLink>
        <TextLink to="/project/$id/progress" params={{ id: project._id }}>
          {t('See progress')}
        </TextLink>
      </nav>
      <Print hiddenFrom="sm" />
    </Stack>
  );
}

interface ReportProps extends Props {
  notes: QueryResult<ProjectNote[]>;
  shown: ContentType;
}

function Report({ project, notes, shown }: ReportProps) {
  const mayApprove = useUser().role === 'Admin';
  const { approve, approveWithReason, reopen, underway } = useApprovals(project._id);
  const [reopening, setReopening] = useState<ReportItem | null>(null);
  const [belowMinimum, setBelowMinimum] = useState<ApprovalType | null>(null);
  const accepted = project.reportData.accepted_hours;
  const minimum = MINIMUM_HOURS[project.opportunity_id_fk.internship_type];
  return (
    <Stack gap="lg">
      <ReportOverview project={project} />
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
        <ReportPanel project={project} shown={shown} mayChange={mayApprove} />
        <Besides project={project} />
      </div>
      <div className={classes.notes}>
        <StaffNotes projectId={project._id} query={notes} />
      </div>
      <ConfirmDialog
        opened={reopening !== null}
        onClose={() => setReopening(null)}
        onConfirm={() => reopening && reopen(reopening)}
        confirm={t('Reopen')}
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
      <ReportOnPaper project={project} />
    </Stack>
  );
}
