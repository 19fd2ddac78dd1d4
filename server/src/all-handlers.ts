import type { allCalls } from '@waypost/contract/all-calls';
import { bellHandlers } from './messages/bell/handlers.ts';
import { mailHandlers } from './messages/mail/handlers.ts';
import { proofHandlers } from './messages/proofs/handlers.ts';
import { browseHandlers } from './opportunities/browse/handlers.ts';
import { opportunityHandlers } from './opportunities/opportunities/handlers.ts';
import { savedSearchHandlers } from './opportunities/saved-search/handlers.ts';
import { auditHandlers } from './oversight/audit/handlers.ts';
import { calendarHandlers } from './oversight/calendar/handlers.ts';
import { duplicateHandlers } from './oversight/duplicates/handlers.ts';
import { findHandlers } from './oversight/find/handlers.ts';
import { followUpHandlers } from './oversight/follow-ups/handlers.ts';
import { graduateHandlers } from './oversight/graduates/handlers.ts';
import { importHandlers } from './oversight/imports/handlers.ts';
import { recordHandlers } from './oversight/records/handlers.ts';
import { reportHandlers } from './oversight/reports/handlers.ts';
import { peopleReportHandlers } from './oversight/reports/people-handlers.ts';
import { retentionHandlers } from './oversight/retention/handlers.ts';
import { taskHandlers } from './oversight/tasks/handlers.ts';
import { accountHandlers } from './people/accounts/handlers.ts';
import { adminHandlers } from './people/admins/handlers.ts';
import { consentHandlers } from './people/consents/handlers.ts';
import { contactLogHandlers } from './people/contact-log/handlers.ts';
import { contactHandlers } from './people/contacts/handlers.ts';
import { peopleHandlers } from './people/directory/handlers.ts';
import { guardianHandlers } from './people/guardians/handlers.ts';
import { masqueradeHandlers } from './people/masquerade/handlers.ts';
import { profileHandlers } from './people/profiles/handlers.ts';
import { secondFactorHandlers } from './people/second-factor/handlers.ts';
import { sessionHandlers } from './people/sessions/handlers.ts';
import { teacherHandlers } from './people/teachers/handlers.ts';
import { agreementHandlers } from './placements/agreements/handlers.ts';
import { applicationHandlers } from './placements/applications/handlers.ts';
import { evaluationHandlers } from './placements/evaluations/handlers.ts';
import { finalWorkHandlers } from './placements/final-work/handlers.ts';
import { hoursHandlers } from './placements/hours/handlers.ts';
import { noteHandlers } from './placements/notes/handlers.ts';
import { progressHandlers } from './placements/progress/handlers.ts';
import { projectHandlers } from './placements/projects/handlers.ts';
import { reflectionHandlers } from './placements/reflections/handlers.ts';
import { signOffHandlers } from './placements/sign-off/handlers.ts';
import { supervisorHandlers } from './placements/supervisors/handlers.ts';
import type { Handlers } from './platform/access/handler.ts';
import { budgetHandlers } from './platform/budgets/handlers.ts';
import { clientHandlers } from './school-system/clients/handlers.ts';
import { fileHandlers } from './school-system/files/handlers.ts';
import { listHandlers } from './school-system/lists/handlers.ts';
import { settingsHandlers } from './school-system/settings/handlers.ts';

/** Every call's handler. A call without a handler does not compile. */
export const allHandlers: Handlers<typeof allCalls> = {
  ...accountHandlers,
  ...adminHandlers,
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
  ...peopleReportHandlers,
  ...reportHandlers,
  ...retentionHandlers,
  ...sessionHandlers,
  ...savedSearchHandlers,
  ...secondFactorHandlers,
  ...settingsHandlers,
  ...signOffHandlers,
  ...supervisorHandlers,
  ...taskHandlers,
  ...teacherHandlers,
};
