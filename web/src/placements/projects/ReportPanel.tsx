import { ActionIcon, Group, Paper, Stack, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { IconLink } from '../../ui/IconLink.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import classes from './ProjectReport.module.css';
import { ReflectionsToEnable } from './ReflectionsToEnable.tsx';
import { details } from './ReportDetails.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { type ContentType, contentTitles, isItem, viewId } from './report-items.ts';
import { StatusMoves } from './StatusMoves.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous URL in the history is the same report. */
    isFromReport?: boolean;
  }
}

interface ReportPanelProps {
  project: Project;
  shown: ContentType;
  mayChange: boolean;
}

/** The last view shown: the first View or tab leads to another route, which remounts the report. */
let last: { project: string; shown?: ContentType } = { project: '' };

const PHONE = '(max-width: 47.99em)';

/** The panel is below the blocks, not beside them. */
const BELOW = '(max-width: 61.99em)';

/**
 * The content of the chosen tab or block, next to the blocks. On a phone, a block opens as a sheet over
 * them; closing it, or going back, returns to where it was opened.
 */
export function ReportPanel({ project, shown, mayChange }: ReportPanelProps) {
  const { _id } = project;
  const panel = useFocusHome<HTMLElement>();
  const sheet = useRef<HTMLDialogElement>(null);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const isBelow = useMediaQuery(BELOW, false, { getInitialValueInEffect: false });
  const isSheet = isPhone && isItem(shown);
  const router = useRouter();
  useEffect(() => {
    const before = last.project === _id ? last.shown : undefined;
    last = { project: _id, shown };
    // Opened by its URL, a tab below the blocks would be out of view.
    const isOpenedBelow = before === undefined && isBelow && shown !== 'application';
    if (before === shown || (before === undefined && !isOpenedBelow)) return;
    const bringIntoView = () => {
      if (isSheet) sheet.current?.focus();
      else if (isPhone && before && isItem(before)) document.getElementById(viewId(before))?.focus();
      else {
        panel.current?.focus({ preventScroll: true });
        panel.current?.scrollIntoView({ block: isBelow ? 'start' : 'nearest' });
      }
    };
    // After the router has focused the heading. Not in the frame that shows the content: the browser would take the
    // scrolling for a layout shift.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(bringIntoView);
    });
    return () => cancelAnimationFrame(frame);
  }, [_id, shown, isPhone, isBelow, isSheet, panel]);

  const close = () => {
    if (router.state.location.state.isFromReport) router.history.back();
    else
      void router.navigate({
        to: '/admin/project/$id',
        params: { id: _id },
        replace: true,
        resetScroll: false,
      });
  };
  const inPanel = isSheet ? 'application' : shown;
  return (
    <>
      <Paper
        withBorder
        component="section"
        aria-label={t(contentTitles[inPanel])}
        ref={panel}
        tabIndex={-1}
        className={classes.panel}
      >
        <ReportTabs id={_id} shown={inPanel} />
        <Stack gap="md" p={{ base: 'md', sm: 'lg' }}>
          <Group justify="space-between" wrap="nowrap">
            <Title order={2} size="h3">
              {t(contentTitles[inPanel])}
            </Title>
            {inPanel !== 'application' && (
              <IconLink
                variant="subtle"
                size="xl"
                aria-label={closes(inPanel)}
                to="/admin/project/$id"
                params={{ id: _id }}
                resetScroll={false}
              >
                <IconX size={20} aria-hidden />
              </IconLink>
            )}
          </Group>
          <Content project={project} shown={inPanel} mayChange={mayChange} />
        </Stack>
      </Paper>
      {isSheet && (
        <Sheet shown={shown} sheet={sheet} onClose={close}>
          <Content project={project} shown={shown} mayChange={mayChange} />
        </Sheet>
      )}
    </>
  );
}

const closes = (shown: ContentType) => t('Close {contentTitles}', { contentTitles: t(contentTitles[shown]) });

function Content({ project, shown, mayChange }: ReportPanelProps) {
  return (
    <>
      {details[shown](project)}
      {shown === 'status' && mayChange && <StatusMoves project={project} />}
      {shown === 'reflection' && mayChange && <ReflectionsToEnable project={project} />}
    </>
  );
}

interface SheetProps {
  shown: ContentType;
  sheet: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog at the bottom of a phone's screen. */
function Sheet({ shown, sheet, onClose, children }: SheetProps) {
  useEffect(() => {
    const element = sheet.current;
    element?.showModal();
    return () => element?.close();
  }, [sheet]);
  return (
    <dialog
      ref={sheet}
      className={classes.sheet}
      aria-label={t(contentTitles[shown])}
      tabIndex={-1}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap" className={classes.sheetHead}>
        <Title order={2} size="h3">
          {t(contentTitles[shown])}
        </Title>
        <ActionIcon variant="subtle" size="xl" aria-label={closes(shown)} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </Group>
      <Stack gap="md" p="md">
        {children}
      </Stack>
    </dialog>
  );
}
