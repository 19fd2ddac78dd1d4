import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { type ApprovalType, whyNotApprove, whyNotReopen } from '@waypost/contract/placements/projects/rules';
import { useId } from 'react';
import { LinkButton } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { itemSigns } from './item-signs.ts';
import classes from './ProjectReport.module.css';
import { type ContentType, itemWords, type ReportItem, reportItems, viewId } from './report-items.ts';

interface ReportBlocksProps {
  project: Project;
  shown: ContentType;
  /** Only an Admin approves; a Teacher reads. */
  mayApprove: boolean;
  /** The item that is currently being approved or re-opened. */
  underway: ApprovalType | null;
  onApprove: (item: ApprovalType, pressed: Element) => void;
  onReopen: (item: ReportItem) => void;
}

/** The six blocks of a project, with their status at a glance. */
export function ReportBlocks({ project, ...rest }: ReportBlocksProps) {
  return (
    <ul className={classes.blocks} aria-label={t('Parts of the placement')}>
      {reportItems.map((block) => (
        <li key={block.item}>
          <Block block={block} project={project} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function Block({
  block,
  project,
  shown,
  mayApprove,
  underway,
  onApprove,
  onReopen,
}: ReportBlocksProps & { block: ReportItem }) {
  const { item, title, icon: Icon } = block;
  const status = block.status(project.reportData);
  const isApproved = whyNotReopen(status) === null;
  const heading = useId();
  const home = useFocusHome<HTMLDivElement>();
  return (
    <Paper
      withBorder
      h="100%"
      data-shown={shown === item || undefined}
      data-status={status}
      className={classes.block}
      role="group"
      aria-labelledby={heading}
      ref={home}
      tabIndex={-1}
    >
      <Stack gap="sm" h="100%" justify="space-between" className={classes.blockContent}>
        <Stack gap={4} className={classes.blockText}>
          <Group gap="xs" wrap="nowrap">
            <Icon size={22} aria-hidden className={classes.blockIcon} />
            <Title order={2} size="h3" id={heading}>
              {t(title)}
            </Title>
          </Group>
          <div role="status">
            <StatusBadge tone={itemSigns[status].tone} icon={itemSigns[status].icon}>
              {t(itemWords[status])}
            </StatusBadge>
          </div>
          <Text size="sm" c="dimmed" className={classes.blockLine}>
            {block.line(project)}
          </Text>
        </Stack>
        <Group gap="xs" className={classes.blockButtons}>
          <LinkButton
            id={viewId(item)}
            variant="default"
            size="sm"
            to="/admin/project/$id/$content_type"
            params={{ id: project._id, content_type: item }}
            state={{ isFromReport: true }}
            resetScroll={false}
            aria-label={t('View {title}', { title: t(title) })}
          >
            {t('View')}
          </LinkButton>
          {mayApprove && (
            <Button
              size="sm"
              data-approve
              aria-label={t('Approve {title}', { title: t(title) })}
              disabled={whyNotApprove(status) !== null}
              loading={underway === item && !isApproved}
              onClick={({ currentTarget }) => onApprove(item, currentTarget)}
            >
              {t('Approve')}
            </Button>
          )}
          {mayApprove && isApproved && (
            <Button
              size="sm"
              variant="subtle"
              aria-label={t('Reopen {title}', { title: t(title) })}
              loading={underway === item}
              onClick={() => onReopen(block)}
            >
              {t('Reopen')}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
