import * as z from 'zod';
import { calendarDate, requiredLine } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';
import { NOT_A_CHOICE, unlessMissing } from '../../wording.ts';
import { consentDecisions } from './rules.ts';

/** A guardian's consent by link: the typed name, with the sentence that says what it means. */
export const ConsentInput = z.object({
  name: requiredLine(200, msg('type your full name')),
  agreed: z.literal(true, { error: () => t('check this box to give your consent') }),
});

/** A decision on paper, as staff record it. */
export const PaperConsentInput = z.object({
  decision: z.enum(consentDecisions, unlessMissing(NOT_A_CHOICE)),
  name: requiredLine(200, msg('who decided?')),
  decided_on: calendarDate,
});
