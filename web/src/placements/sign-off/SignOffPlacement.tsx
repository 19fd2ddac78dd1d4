import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import type { Project, ProjectRow } from '@waypost/contract/placements/projects/calls';
import {
  APPROVAL_REASON_MAX,
  type ApprovalType,
  canBeSentBack,
  needsReason,
  type ReturnableItem,
  SUBMITTED,
  shownBusiness,
} from '@waypost/contract/placements/projects/rules';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { useOwnName } from '../../client/own-names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { BelowMinimumDialog } from '../projects/BelowMinimumDialog.tsx';
import { nameOfIntern } from '../projects/intern-name.ts';
import { itemSigns } from '../projects/item-signs.ts';
import { statusWords } from '../projects/project-status.ts';
import { details } from '../projects/ReportDetails.tsx';
import { contentTitles, itemWords, type ReportItem, reportItems } from '../projects/report-items.ts';
import { SentBack } from '../projects/SentBack.tsx';
import { useApprovals } from '../projects/use-approvals.ts';
import { useProject } from '../projects/use-project.ts';
import classes from './SignOff.module.css';

interface SignOffPlacementProps {
  row: ProjectRow;
  /** Whether the heading takes the focus, after paging through the queue. */
  takesFocus: boolean;
  /** The button to the next placement. */
  next: ReactNode;
  onApproved: () => void;
}

/** A placement in the queue: the student's work, each part with its Approve button. */
export function SignOffPlacement({ row, takesFocus, next, onApproved }: SignOffPlacementProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const query = useProject(row._id);
  const ownName = useOwnName();
  const { student_id_fk: student, opportunity_id_fk: opportunity } = row;
  const { word, tone } = statusWords[(query.data ?? row).business_status];
  const name = nameOfIntern(row);
  const picture = student?.profile_pic_id_fk;
  return (
    <section className={classes.placement} aria-label={t('{name}’s placement', { name })}>
      <div className={classes.head}>
        <Avatar name={name} src={picture ? fileAddress(picture) : undefined} size={56} />
        <div className={classes.who}>
          <Group gap="xs">
            <Title order={2} ref={heading} tabIndex={-1}>
              {name}
            </Title>
            <StatusBadge tone={tone}>{t(word)}</StatusBadge>
          </Group>
          <Text>
            {t('{title} at {businessName}', {
              title: opportunity.opportunity_title,
              businessName: shownBusiness(row.business_id_fk),
            })}
          </Text>
          <Text size="sm" c="dimmed">
            {student &&
              `${[student.school_attending, ownName(student.affiliated_program ?? '')].filter(Boolean).join(', ')} · `}
            <TextLink underline="always" to="/admin/project/$id" params={{ id: row._id }}>
              {t('Open placement')}
            </TextLink>
          </Text>
        </div>
      </div>
      <Loaded query={query}>
        {(project) => <Parts project={project} next={next} onApproved={onApproved} />}
      </Loaded>
    </section>
  );
}

/** The hours log comes last, because it is by far the longest part. */
const parts = reportItems.toSorted(
  (one, other) => Number(one.item === 'hours') - Number(other.item === 'hours'),
);

interface PartsProps {
  project: Project;
  next: ReactNode;
  onApproved: () => void;
}

function Parts({ project, next, onApproved }: PartsProps) {
  const {
    approve,
    approveWithReason,
    approveAll,
    approveAllWithReason,
    isApprovingAll,
    underway,
    sendBack,
    undo,
  } = useApprovals(project._id);
  const [returning, setReturning] = useState<ReturnableItem | null>(null);
  const [belowMinimum, setBelowMinimum] = useState<ApprovalType | 'all' | null>(null);
  const accepted = project.reportData.accepted_hours;
  const minimum = MINIMUM_HOURS[project.opportunity_id_fk.internship_type];
  const isBelow = (item: ApprovalType) => needsReason(item, accepted, minimum);
  const waiting = reportItems
    .filter(({ status }) => status(project.reportData) === SUBMITTED)
    .map(({ item }) => item);
  const count = waiting.length;
  const done = () => {
    notify.success(
      t('{name}: {count, plural, one {1 part approved.} other {{count} parts approved.}}', {
        name: nameOfIntern(project),
        count,
      }),
      t('Approved'),
      undo(waiting),
    );
    onApproved();
  };
  return (
    <>
      <ul className={classes.parts} aria-label={t('Parts of the placement')}>
        {parts.map((part) => (
          <li key={part.item} data-item={part.item}>
            <Part
              part={part}
              project={project}
              isUnderway={underway === part.item}
              onSendBack={setReturning}
              onApprove={(pressed) =>
                isBelow(part.item) ? setBelowMinimum(part.item) : approve(part.item, pressed)
              }
            />
          </li>
        ))}
      </ul>
      <SaveBar
        status={t(
          '{count, plural, =0 {Nothing here is waiting for your approval now.} one {1 part is waiting for your approval.} other {{count} parts are waiting for your approval.}}',
          { count },
        )}
      >
        {count > 0 && (
          <Button
            loading={isApprovingAll}
            onClick={() => (waiting.some(isBelow) ? setBelowMinimum('all') : approveAll(waiting, done))}
          >
            {t(
              '{count, plural, one {Approve 1 part} =2 {Approve both} =6 {Approve all six} other {Approve all {count}}}',
              { count },
            )}
          </Button>
        )}
        {next}
      </SaveBar>
      <ReasonDialog
        key={returning}
        opened={returning !== null}
        onClose={() => setReturning(null)}
        onConfirm={(reason) => returning && sendBack(returning, reason)}
        title={
          returning ? t('Send back {contentTitles}?', { contentTitles: t(contentTitles[returning]) }) : ''
        }
        confirm={
          returning ? t('Send back {contentTitles}', { contentTitles: t(contentTitles[returning]) }) : ''
        }
        label={t('Reason')}
        missing={t('Give a reason')}
        max={APPROVAL_REASON_MAX}
      >
        {t('{name} sees the reason and can change this part. It then needs your approval again.', {
          name: nameOfIntern(project),
        })}
      </ReasonDialog>
      <BelowMinimumDialog
        project={project}
        what={belowMinimum}
        onClose={() => setBelowMinimum(null)}
        onConfirm={async (reason) => {
          if (belowMinimum !== 'all') return belowMinimum && approveWithReason(belowMinimum, reason);
          await approveAllWithReason(waiting, reason);
          return done();
        }}
      />
    </>
  );
}

interface PartProps {
  part: ReportItem;
  project: Project;
  isUnderway: boolean;
  onApprove: (pressed: Element) => void;
  onSendBack: (item: ReturnableItem) => void;
}

/** One part: the work if it is waiting for approval, otherwise only its status. */
function Part({
  part: { item, title, status, line },
  project,
  isUnderway,
  onApprove,
  onSendBack,
}: PartProps) {
  const home = useFocusHome<HTMLDivElement>();
  const its = status(project.reportData);
  const waits = its === SUBMITTED;
  return (
    <Paper
      withBorder
      p={waits ? 'md' : 'sm'}
      className={classes.part}
      data-status={its}
      role="group"
      aria-label={t(title)}
      ref={home}
      tabIndex={-1}
    >
      <div className={classes.partHead}>
        <div className={classes.partTitle}>
          <Title order={3} size="h4">
            {t(title)}
          </Title>
          <div role="status">
            <StatusBadge tone={itemSigns[its].tone} icon={itemSigns[its].icon}>
              {t(itemWords[its])}
            </StatusBadge>
          </div>
          {!(waits && item === 'hours') && (
            <Text size="sm" c="dimmed">
              {line(project)}
            </Text>
          )}
        </div>
        <div className={classes.partActions}>
          {waits && canBeSentBack(item) && (
            <Button
              variant="subtle"
              size="sm"
              aria-label={t('Send back {contentTitles}', { contentTitles: t(title) })}
              onClick={() => onSendBack(item)}
            >
              {t('Send back')}
            </Button>
          )}
          {waits && (
            <Button
              variant="default"
              size="sm"
              data-approve
              aria-label={t('Approve {title}', { title: t(title) })}
              loading={isUnderway}
              onClick={({ currentTarget }) => onApprove(currentTarget)}
            >
              {t('Approve')}
            </Button>
          )}
        </div>
      </div>
      {waits ? (
        <div className={classes.work}>{details[item](project)}</div>
      ) : (
        <SentBack project={project} item={item} />
      )}
    </Paper>
  );
}
