import { t } from '@waypost/contract/i18n';
import type { mailCalls } from '@waypost/contract/mail/calls';
import { canMute, mailKinds } from '@waypost/contract/mail/rules';
import { refuse } from '@waypost/contract/refusal';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { isSelf } from '../access/ownership.ts';
import { findMuted, setMuted } from './queries.ts';

/** Which kinds of mail someone gets. Each person decides for themselves (docs/behavior/mail.md#choices). */
export const mailHandlers: Handlers<typeof mailCalls> = {
  getMailSettings: async ({ actor }, tx) => {
    const [found] = await findMuted(tx, { clientId: actor.clientId, userId: actor.id });
    const { muted } = authorize(actor, found, isSelf);
    return { muted: mailKinds.filter((kind) => muted.includes(kind)) };
  },

  /** Refuses with 400 a kind that the caller's role never receives. */
  saveMailSettings: async ({ actor, input }, tx) => {
    const muted = mailKinds.filter((kind) => input.muted.includes(kind));
    if (!muted.every((kind) => canMute(actor.role, kind)))
      refuse('invalid-input', undefined, { muted: [t('this is not one of your emails')] });
    const [found] = await findMuted(tx, { clientId: actor.clientId, userId: actor.id });
    await setMuted(tx, authorize(actor, found, isSelf), muted);
    return { muted };
  },
};
