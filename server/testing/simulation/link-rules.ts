import { decide, requireOpen } from './agreement-rules.ts';
import { conflict, only } from './outcome.ts';
import { type Holder, type Link, linkOf, type Op, type Placement, type State, students } from './state.ts';

export type ByLink = Extract<Op, { link: string }>;

const SAVED = 'saved';
/** The page shows the current state instead. */
const SHOWN = 'shown';
const CHANGED = 'These hours have changed since you opened the page. Check them again.';
const NO_LONGER = 'You can no longer sign with this link. If you still need to sign, ask the school.';

export function holderOf(state: State, { link }: ByLink): Holder {
  return { link: state.links[link]?.state ?? 'unknown', approved: state.users.business?.approved ?? false };
}

/** Opening a link changes nothing. Each link does one thing once, unless it was revoked before. */
export function byLink(state: State, op: ByLink, seen: Holder): string {
  if (seen.link === 'unknown' || seen.link === 'revoked') only('404 dead link');
  const link = state.links[op.link] ?? only('404 dead link');
  if (op.do === 'open link') return open(state, link, seen);
  if (link.state === 'revoked') only('404 dead link');
  if (op.do === 'refuse link' && link.state !== 'passed on') return refuse(state, op.link);
  if (link.state !== 'open') return SHOWN;
  switch (op.do) {
    case 'refuse link':
      return SHOWN;
    case 'pass on link':
      link.state = 'passed on';
      state.links[linkOf(op, 'colleague')] = { ...link, to: 'colleague', state: 'open' };
      return SHOWN;
    case 'sign by link':
    case 'decline by link':
      return sign(state, link, op, seen);
    default:
      return decideHours(state, link, op, seen);
  }
}

/** Revokes this link, and the same person's open links for the same purpose and student. */
function refuse(state: State, label: string): string {
  const { purpose, student, to } = state.links[label] ?? only('404 dead link');
  for (const [other, link] of Object.entries(state.links)) {
    const isSame = link.purpose === purpose && link.student === student && link.to === to;
    const hasEnded = link.state === 'passed on' || link.state === 'revoked';
    if (isSame && !hasEnded && (other === label || link.state === 'open')) link.state = 'revoked';
  }
  return 'told the school';
}

const pendingOf = (placement: Placement | undefined) =>
  Object.entries(placement?.entries ?? {}).filter(([, { decision }]) => decision === 0);

function open(state: State, link: Link, seen: Holder): string {
  if (seen.link !== 'open') return seen.link;
  if (link.purpose === 'sign') {
    const agreement = link.student && state.placements[link.student]?.agreement;
    if (!agreement || (link.party === 'business' && !seen.approved)) return 'no longer';
    if (agreement.status === 'signed') return 'signed by everyone';
    if (agreement.signed.includes(link.party)) return 'signed already';
    return agreement.status === 'declined' ? 'declined' : 'to sign';
  }
  const pending = students.flatMap((student) => pendingOf(state.placements[student]));
  if (!seen.approved || pending.length === 0) return 'nothing left';
  return `${pending.length} pending`;
}

function sign(
  state: State,
  link: Link,
  op: Extract<ByLink, { do: 'sign by link' | 'decline by link' }>,
  { approved }: Holder,
): string {
  const agreement = link.student && state.placements[link.student]?.agreement;
  if (!agreement || (link.party === 'business' && !approved)) return conflict(NO_LONGER);
  if (!op.hasRead)
    conflict('The text has changed since you opened this page. Nothing was saved. Read the new text below');
  requireOpen(agreement, link.party);
  decide(agreement, link.party, op.do === 'sign by link' ? 'sign' : 'decline');
  link.state = 'done';
  return SAVED;
}

function decideHours(
  state: State,
  link: Link,
  op: Extract<ByLink, { do: 'approve all by link' | 'decide by link' }>,
  { approved }: Holder,
): string {
  if (!approved) conflict('This isn’t possible right now');
  const placement = state.placements[op.student];
  const pending = students.flatMap((student) => pendingOf(state.placements[student]));
  const own = pendingOf(placement).filter(([, { at }]) => at <= op.now);
  const chosen = op.do === 'approve all by link' ? own : own.filter(([label]) => label === op.entry);
  const count = op.do === 'approve all by link' ? op.count : 1;
  if (!placement || chosen.length === 0 || chosen.length !== count) return conflict(CHANGED);
  const decision = op.do === 'approve all by link' ? 1 : op.decision;
  for (const [, entry] of chosen) {
    if (decision === 1) placement.approved.hours = false;
    entry.decision = decision;
  }
  if (chosen.length === pending.length) link.state = 'done';
  return SAVED;
}
