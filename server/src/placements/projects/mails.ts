import { t } from '@waypost/contract/i18n';
import type { ReturnableItem } from '@waypost/contract/placements/projects/rules';
import { notify } from '../../messages/mail/notify.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import type { WholeProject } from './whole-queries.ts';

/** Tells a student that an administrator sent back their work, and why (docs/behavior/sign-off.md#sending-back). */
export async function mailReturn(
  tx: Tx,
  post: MailContext,
  { clientId, project }: { clientId: string; project: WholeProject },
  { item, reason }: { item: ReturnableItem; reason: string },
): Promise<void> {
  const { studentId, opportunity } = project;
  await notify(tx, post, { clientId, kind: 'sent back', to: [studentId] }, () => ({
    ...aboutItem(project.id, opportunity.title)[item],
    thread: project.id,
    paragraphs: [reason],
    footnotes: [t('When you have changed it, it goes back to your school for approval.')],
  }));
}

const aboutItem = (id: string, title: string) => ({
  reflection: {
    subject: t('Your reflections were sent back: {title}', { title }),
    button: { label: t('Fix reflections'), path: `/project/${id}/reflections` },
  },
  project: {
    subject: t('Your final project was sent back: {title}', { title }),
    button: { label: t('Fix project'), path: `/project/${id}/file` },
  },
  summary: {
    subject: t('Your final summary was sent back: {title}', { title }),
    button: { label: t('Fix summary'), path: `/project/${id}/summary` },
  },
});
