import type { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { normalCode } from '@waypost/contract/placements/agreements/document';
import { refuse } from '@waypost/contract/refusal';
import { networkOf } from '../../platform/access/addresses.ts';
import { recordView } from '../../platform/access/audit.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { maySeeAgreementOf, viewsAsStaff } from '../../platform/access/ownership.ts';
import { FileMissing } from '../../platform/outside/file-store.ts';
import { toCheckedDocument } from './present.ts';
import { findAgreementFacts, findCheckedDocument, findDocument } from './queries.ts';

type DocumentCalls = Pick<typeof agreementCalls, 'checkDocument' | 'downloadAgreement'>;

/** The sealed documents of signed agreements (docs/behavior/agreements.md#signed-document). */
export const documentHandlers: Handlers<DocumentCalls> = {
  /** Only wrong codes are limited: a code is too long to guess, so a right one works however many wrong ones were tried. */
  checkDocument: outsideTransaction(async ({ input, network, now }, transaction) => {
    const found = await transaction((tx) => findCheckedDocument(tx, normalCode(input.code)));
    if (found) return { document: toCheckedDocument(found) };
    const wrong = [budgetOf('wrong document codes', networkOf(network))];
    return withinLimits(transaction, now, wrong, async () => ({ document: null }));
  }),

  /** Everyone who may read an agreement may have its document. Downloads by staff are recorded. */
  downloadAgreement: outsideTransaction(async ({ actor, input, now, outside }, transaction) => {
    const found = await transaction(async (tx) => {
      const key = { clientId: actor.clientId, projectId: input.project_id };
      const [row] = await findAgreementFacts(tx, key);
      const facts = authorize(actor, row, maySeeAgreementOf);
      const [document] = await findDocument(tx, { ...key, version: Number(input.version) });
      if (!document) return refuse('not-found');
      if (facts.studentId && viewsAsStaff(actor)) {
        const subject = { id: facts.studentId, name: facts.student };
        const look = { action: 'open student file', subject, details: { file: document.name } } as const;
        await recordView(tx, actor, look, now);
      }
      return document;
    });
    try {
      const content = await outside.files.get(found.storageKey);
      const { contentType, bytes, name } = found;
      return { content, contentType, bytes, name, show: true, tag: null };
    } catch (error) {
      if (error instanceof FileMissing) refuse('not-found');
      throw error;
    }
  }),
};
