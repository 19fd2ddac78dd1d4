import { t } from '@waypost/contract/i18n';
import { CallFailed, type FailureKind } from './failure.ts';

/** A notice: a title and a sentence below it (docs/behavior/client.md#notices). */
export interface Notice {
  title: string;
  message: string;
  colour: 'success' | 'warning' | 'error';
  /** Undoes what the notice reports. */
  undo?: (() => unknown) | undefined;
}

/** The visible notice: a single one, or several from calls of one action. */
export interface ShownNotice {
  id: number;
  parts: readonly Notice[];
}

export const notify = {
  success: (message: string, title = t('Done'), undo?: () => unknown) =>
    show({ colour: 'success', message, title, undo }),
  warning: (message: string, title = t('Please check')) => show({ colour: 'warning', message, title }),
  error: (message: string, title = t('Something went wrong')) => show({ colour: 'error', message, title }),
};

let listeners: (() => void)[] = [];
let shown: (ShownNotice & { at: number }) | null = null;
let count = 0;

/** How many notices there have been, for loading the component that renders them. */
export const countNotices = () => count;
export const shownNotice = () => shown as ShownNotice | null;
export function onNotice(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

/** When the user last pressed something, in milliseconds since the page's start. */
let pressedAt = 0;
if (typeof window !== 'undefined')
  for (const press of ['pointerdown', 'keydown', 'popstate'])
    window.addEventListener(press, () => (pressedAt = performance.now()), { capture: true, passive: true });

function put(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Closes the notice, if it is still this one. */
export function closeNotice(id = shown?.id): void {
  if (shown?.id === id) put(null);
}

/**
 * Called when the user leaves a screen, which closes its notice. A notice shown since the last press belongs
 * to the action that now navigates ("Opportunity saved"), and stays.
 */
export function hideNoticesOfPreviousScreen(): void {
  if (shown && shown.at < pressedAt) put(null);
}

/** Identical notices within this many milliseconds, as when two calls of a screen fail together, are merged. */
const TOGETHER = 1000;

/**
 * Shows one notice at a time; a new one replaces the previous one. Notices from several calls of one action, such as
 * address not found and profile saved, are merged.
 */
export function show(notice: Notice): void {
  const at = performance.now();
  const isSame = (part: Notice) => part.message === notice.message && part.title === notice.title;
  const isRepeated = shown?.parts.some(isSame);
  if (shown && isRepeated && at - shown.at < TOGETHER) return;
  const earlier = shown && !isRepeated && shown.at >= pressedAt ? shown.parts : [];
  count += 1;
  put({ id: count, at, parts: [...earlier, notice] });
}

/**
 * The notice for a failure that no screen handles (docs/behavior/client.md#notices), or null if there is none (a call
 * that was canceled on purpose).
 */
export function noticeFor(error: unknown): Notice | null {
  if (isCancelled(error)) return null;
  if (!(error instanceof CallFailed))
    return { colour: 'warning', title: t('UNKNOWN ERROR'), message: t('Something went wrong') };
  switch (error.kind) {
    // The form shows what was changed.
    case 'changed-meanwhile':
      return null;
    case 'our-fault':
      return { colour: 'error', title: t('500 ERROR'), message: t('Something went wrong') };
    case 'no-session':
      return {
        colour: 'error',
        title: t('401 ERROR'),
        message: t('Your user account is logged out, please log back in'),
      };
    case 'invalid-input':
      return { colour: 'warning', title: t('Form Error'), message: t('Check Your Form for errors') };
    case 'too-large':
      return {
        colour: 'error',
        title: t('File too large to upload'),
        message: t('Please choose a smaller sized file'),
      };
    case 'no-connection':
      return { colour: 'warning', title: t('No connection'), message: error.message };
    case 'out-of-time':
      return { colour: 'warning', title: t('No answer'), message: error.message };
    case 'unknown':
      return { colour: 'warning', title: t('UNKNOWN ERROR'), message: t('Something went wrong') };
    default:
      // The server's sentence says why, which helps more than the catalog's message.
      return { colour: 'warning', title: error.problem?.title ?? t('UNKNOWN ERROR'), message: error.message };
  }
}

/** These failures give the user no useful reason, so the notice of a failed save replaces them. */
const withoutReason: readonly (FailureKind | undefined)[] = [undefined, 'our-fault', 'unknown'];

/**
 * Shows that something could not be saved. Invalid fields show their own errors, an expired session is
 * handled globally, and the server's own sentence is shown unchanged.
 */
const showFailure = (otherwise: () => Notice) => (error: unknown) => {
  const kind = error instanceof CallFailed ? error.kind : undefined;
  if (kind === 'invalid-input' || kind === 'no-session') return;
  const notice = withoutReason.includes(kind) ? otherwise() : noticeFor(error);
  if (notice) show(notice);
};

/** For people's own data: profiles, opportunities, hours, answers (docs/behavior/client.md#notices). */
export const showNotSaved = showFailure(() => ({
  colour: 'error',
  title: t('Something Went Wrong'),
  message: t('Error Saving.'),
}));

/**
 * For data that administrators maintain: clients, administrators, teachers, the order of lists
 * (docs/behavior/client.md#notices).
 */
export const showUhOh = showFailure(() => ({
  colour: 'warning',
  title: t('Uh Oh'),
  message: t('Something went wrong'),
}));

function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}
