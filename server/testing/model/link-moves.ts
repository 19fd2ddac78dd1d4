import { decideAgreement, requireOpen } from './agreement-moves.ts';
import { conflict, only, type RowsOf } from './move.ts';
import { decideEntry } from './placement-moves.ts';
import { type Holder, type Link, linkOf, type Op, type Parameters, type State, students } from './state.ts';

const SAVED = 'saved';
/** The page shows the current state instead. */
const SHOWN = 'shown';
const CHANGED = 'These hours have changed since you opened the page. Check them again.';
const NO_LONGER = 'You can no longer sign with this link. If you still need to sign, ask the school.';

/** Moves by a link, without an account: the fields of the form, and what they do to an open link. */
interface LinkMove {
  fields?: (op: Op, ids: RowsOf) => Record<string, string>;
  does?: (state: State, op: Op, seen: Holder, link: Link) => string;
}

const NAME = 'Anne';
const seenAt = ({ now }: Op) => new Date(now).toISOString();

export const linkMoves: Record<string, LinkMove> = {
  'open link': {},
  'refuse link': { fields: () => ({ do: 'not-me', who: NAME }) },
  'pass on link': {
    fields: () => ({ do: 'pass-on', from_name: NAME, to_name: 'Cleo', to_email: 'colleague@bay.test' }),
    does: (state, op, _, link) => {
      link.state = 'passed on';
      state.links[linkOf(op, 'colleague')] = { ...link, to: 'colleague', state: 'open' };
      return SHOWN;
    },
  },
  'sign by link': {
    fields: (_, { text_hash }) => ({ do: 'sign', name: NAME, sure: NAME, agreed: 'yes', text_hash }),
    does: sign('sign'),
  },
  'decline by link': {
    fields: (_, { text_hash }) => ({ do: 'decline', name: NAME, sure: NAME, text_hash, reason: 'No.' }),
    does: sign('decline'),
  },
  // All entries of an intern that the page showed, by their number.
  'approve all by link': {
    fields: (op, { project_id }) => ({ do: `all ${project_id} ${op.count}`, name: NAME, seen: seenAt(op) }),
    does: decideHours,
  },
  'decide by link': {
    fields: (op, { entry_id }) => ({
      do: op.decision === 1 ? 'approve' : 'disapprove',
      name: NAME,
      seen: seenAt(op),
      entry: entry_id,
      reason: 'Not here.',
    }),
    does: decideHours,
  },
};

export const holderOf = (state: State, { link }: Op): Holder => ({
  link: state.links[link]?.state ?? 'unknown',
  approved: state.users.business?.approved ?? false,
});

/** Opening a link changes nothing. Each link does one thing once, unless it was revoked before. */
export function byLink(state: State, op: Op, seen: Holder): string {
  const link = state.links[op.link];
  if (!link || seen.link === 'unknown' || seen.link === 'revoked') return only('404 dead link');
  if (op.do === 'open link') return open(state, link, seen);
  if (link.state === 'revoked') only('404 dead link');
  if (op.do === 'refuse link' && link.state !== 'passed on') return refuse(state, op.link, link);
  if (link.state !== 'open') return SHOWN;
  return linkMoves[op.do]?.does?.(state, op, seen, link) ?? SHOWN;
}

/** Revokes this link, and the same person's open links for the same purpose and student. */
function refuse(state: State, label: string, { purpose, student, to }: Link): string {
  for (const [other, link] of Object.entries(state.links)) {
    const isSame = link.purpose === purpose && link.student === student && link.to === to;
    const hasEnded = link.state === 'passed on' || link.state === 'revoked';
    if (isSame && !hasEnded && (other === label || link.state === 'open')) link.state = 'revoked';
  }
  return 'told the school';
}

const pendingIn = (state: State) =>
  students.flatMap((student) =>
    Object.entries(state.placements[student]?.entries ?? {})
      .filter(([, { decision }]) => decision === 0)
      .map(([label, entry]) => ({ student, label, entry })),
  );

const agreementOf = (state: State, { student }: Link) => student && state.placements[student]?.agreement;

function open(state: State, link: Link, seen: Holder): string {
  if (seen.link !== 'open') return seen.link;
  if (link.purpose === 'sign') {
    const agreement = agreementOf(state, link);
    if (!agreement || (link.party === 'business' && !seen.approved)) return 'no longer';
    if (agreement.status === 'signed') return 'signed by everyone';
    if (agreement.signed.includes(link.party)) return 'signed already';
    return agreement.status === 'declined' ? 'declined' : 'to sign';
  }
  const { length } = pendingIn(state);
  return seen.approved && length > 0 ? `${length} pending` : 'nothing left';
}

function sign(way: 'sign' | 'decline') {
  return (state: State, op: Op, { approved }: Holder, link: Link): string => {
    const agreement = agreementOf(state, link);
    if (!agreement || (link.party === 'business' && !approved)) return conflict(NO_LONGER);
    if (!op.hasRead)
      conflict('The text has changed since you opened this page. Nothing was saved. Read the new text below');
    requireOpen(agreement, link.party, op.now);
    decideAgreement(agreement, link.party, { way, now: op.now });
    link.state = 'done';
    return SAVED;
  };
}

function decideHours(state: State, op: Op, { approved }: Holder, link: Link): string {
  if (!approved) conflict('This isn’t possible right now');
  const placement = state.placements[op.student];
  const pending = pendingIn(state);
  const own = pending.filter(({ student, entry }) => student === op.student && entry.at <= op.now);
  const isAll = op.do === 'approve all by link';
  const chosen = isAll ? own : own.filter(({ label }) => label === op.entry);
  if (!placement || chosen.length === 0 || chosen.length !== (isAll ? op.count : 1)) return conflict(CHANGED);
  const decision = isAll ? 1 : op.decision;
  for (const { entry } of chosen) decideEntry(placement, entry, { decision, now: op.now });
  if (chosen.length === pending.length) link.state = 'done';
  return SAVED;
}

/** What can be done with the links that were mailed. Their holders may not know that one no longer works. */
export function waysByLink(links: readonly string[], state: State): ({ do: string } & Partial<Parameters>)[] {
  return links.flatMap((link) => {
    const { purpose, student } = state.links[link] ?? {};
    const anytime = [
      { do: 'open link', link },
      { do: 'refuse link', link },
    ];
    if (purpose === 'sign' && student) {
      const page = { link, student, hasRead: true };
      return [
        ...anytime,
        { do: 'sign by link', ...page },
        { do: 'sign by link', ...page },
        { do: 'decline by link', ...page },
      ];
    }
    if (purpose !== 'hours') return anytime;
    const pending = pendingIn(state);
    return [
      ...anytime,
      { do: 'pass on link', link },
      ...pending.flatMap(({ student: one, label }) => [
        { do: 'decide by link', link, student: one, entry: label, decision: 1 as const },
        { do: 'decide by link', link, student: one, entry: label, decision: -1 as const },
        {
          do: 'approve all by link',
          link,
          student: one,
          count: pending.filter((other) => other.student === one).length,
        },
      ]),
    ];
  });
}

/** A link's page in the model's words. */
export function pageText({ do: move }: Op, status: number, page: string): string {
  if (page.includes('This link doesn’t work')) return `${status} dead link`;
  const alert = /role="alert"[^>]*>([^<]+)/.exec(page)?.[1];
  if (alert) return `${status} ${alert}`;
  if (page.includes('Thank you for telling us')) return `${status} told the school`;
  if (page.includes('Saved. Thank you.')) return `${status} saved`;
  if (move !== 'open link') return `${status} shown`;
  const pending = /(\d+) entr(?:y is|ies are) waiting for your approval/.exec(page)?.[1];
  if (pending) return `${status} ${pending} pending`;
  return `${status} ${pages.find(([sentence]) => page.includes(sentence))?.[1] ?? 'another page'}`;
}

const pages = [
  ['Everything here is done', 'done'],
  ['You passed this on to', 'passed on'],
  ['Nothing is left to do here', 'nothing left'],
  ['You can no longer sign with this link', 'no longer'],
  ['Everyone has signed this agreement', 'signed by everyone'],
  ['Someone has already signed as', 'signed already'],
  ['can no longer be signed: Declined', 'declined'],
  ['Read it, then sign', 'to sign'],
] as const;
