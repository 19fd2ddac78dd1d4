import { type Message, msg } from '../../i18n.ts';
import type { ConsentDecision } from './rules.ts';

/** A decision about the release, as people read it. */
export const decisionWords: Record<ConsentDecision, Message> = {
  given: msg('Consent given'),
  refused: msg('Consent refused'),
  withdrawn: msg('Consent withdrawn'),
};
