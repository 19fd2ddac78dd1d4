import { Group, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { PaceReason, PaceResult } from '@waypost/contract/placements/pace/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { expectedByNow, explainPace, figuresOf, isWithinGrace, paceWords } from '../pace/pace-words.ts';
import classes from './PaceLine.module.css';

/** A placement before its first or after its last day has no mark for today. */
const unmarked: readonly PaceReason[] = ['not started', 'ended short'];

/** The hours that a steady pace would have reached by today, for the mark on the bar; null for no mark. */
export function markOf(project: ProjectRow, pace: PaceResult | null): number | null {
  if (!pace || unmarked.includes(pace.reason) || isWithinGrace(figuresOf(project, pace))) return null;
  return pace.expectedHours;
}

/** A placement's pace in words, and what the mark on its hours means. */
export function PaceLine({ project, pace }: { project: ProjectRow; pace: PaceResult }) {
  const figures = figuresOf(project, pace);
  const [why, mark] = [explainPace(figures), expectedByNow(figures)];
  return (
    <Group gap="0.25rem 0.625rem">
      <StatusBadge tone={paceWords[pace.pace].tone}>{t(paceWords[pace.pace].word)}</StatusBadge>
      {why && why !== mark && <Text size="sm">{why}</Text>}
      {markOf(project, pace) !== null && (
        <Text size="sm" className={classes.marked}>
          {mark}
        </Text>
      )}
    </Group>
  );
}
