import type { allCalls } from '@waypost/contract/all-calls';
import type { Handlers } from './access/handler.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { agreementHandlers } from './agreements/handlers.ts';
import { applicationHandlers } from './applications/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { bellHandlers } from './bell/handlers.ts';
import { browseHandlers } from './browse/handlers.ts';
import { budgetHandlers } from './budgets/handlers.ts';
import { calendarHandlers } from './calendar/handlers.ts';
import { clientHandlers } from './clients/handlers.ts';
import { consentHandlers } from './consents/handlers.ts';
import { contactLogHandlers } from './contact-log/handlers.ts';
import { contactHandlers } from './contacts/handlers.ts';
import { duplicateHandlers } from './duplicates/handlers.ts';
import { evaluationHandlers } from './evaluations/handlers.ts';
import { fileHandlers } from './files/handlers.ts';
import { finalWorkHandlers } from './final-work/handlers.ts';
import { findHandlers } from './find/handlers.ts';
import { followUpHandlers } from './follow-ups/handlers.ts';
import { graduateHandlers } from './graduates/handlers.ts';
import { guardianHandlers } from './guardians/handlers.ts';
import { hoursHandlers } from './hours/handlers.ts';
import { importHandlers } from './imports/handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { mailHandlers } from './mail/handlers.ts';
import { masqueradeHandlers } from './masquerade/handlers.ts';
import { noteHandlers } from './notes/handlers.ts';
import { opportunityHandlers } from './opportunities/handlers.ts';
import { peopleHandlers } from './people/handlers.ts';
import { profileHandlers } from './profiles/handlers.ts';
import { progressHandlers } from './progress/handlers.ts';
import { projectHandlers } from './projects/handlers.ts';
import { proofHandlers } from './proofs/handlers.ts';
import { recordHandlers } from './records/handlers.ts';
import { reflectionHandlers } from './reflections/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import { retentionHandlers } from './retention/handlers.ts';
import { savedSearchHandlers } from './saved-search/handlers.ts';
import { secondFactorHandlers } from './second-factor/handlers.ts';
import { sessionHandlers } from './sessions/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { signOffHandlers } from './sign-off/handlers.ts';
import { taskHandlers } from './tasks/handlers.ts';
import { teacherHandlers } from './teachers/handlers.ts';

/** Every call's handler. A call without a handler does not compile. */
export const allHandlers: Handlers<typeof allCalls> = {
  ...accountHandlers,
  ...agreementHandlers,
  ...applicationHandlers,
  ...auditHandlers,
  ...bellHandlers,
  ...browseHandlers,
  ...budgetHandlers,
  ...calendarHandlers,
  ...clientHandlers,
  ...contactHandlers,
  ...contactLogHandlers,
  ...duplicateHandlers,
  ...evaluationHandlers,
  ...fileHandlers,
  ...finalWorkHandlers,
  ...findHandlers,
  ...followUpHandlers,
  ...graduateHandlers,
  ...guardianHandlers,
  ...consentHandlers,
  ...hoursHandlers,
  ...importHandlers,
  ...listHandlers,
  ...masqueradeHandlers,
  ...mailHandlers,
  ...noteHandlers,
  ...opportunityHandlers,
  ...peopleHandlers,
  ...profileHandlers,
  ...progressHandlers,
  ...projectHandlers,
  ...proofHandlers,
  ...recordHandlers,
  ...reflectionHandlers,
  ...reportHandlers,
  ...retentionHandlers,
  ...sessionHandlers,
  ...savedSearchHandlers,
  ...secondFactorHandlers,
  ...settingsHandlers,
  ...signOffHandlers,
  ...taskHandlers,
  ...teacherHandlers,
};
