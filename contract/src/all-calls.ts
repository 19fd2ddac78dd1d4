import { bellCalls } from './messages/bell/calls.ts';
import { mailCalls } from './messages/mail/calls.ts';
import { proofCalls } from './messages/proofs/calls.ts';
import { opportunityCalls } from './opportunities/opportunities/calls.ts';
import { savedSearchCalls } from './opportunities/saved-search/calls.ts';
import { auditCalls } from './oversight/audit/calls.ts';
import { calendarCalls } from './oversight/calendar/calls.ts';
import { duplicateCalls } from './oversight/duplicates/calls.ts';
import { findCalls } from './oversight/find/calls.ts';
import { followUpCalls } from './oversight/follow-ups/calls.ts';
import { graduateCalls } from './oversight/graduates/calls.ts';
import { importCalls } from './oversight/imports/calls.ts';
import { recordCalls } from './oversight/records/calls.ts';
import { reportCalls } from './oversight/reports/calls.ts';
import { retentionCalls } from './oversight/retention/calls.ts';
import { taskCalls } from './oversight/tasks/calls.ts';
import { accountCalls } from './people/accounts/calls.ts';
import { adminCalls } from './people/admins/calls.ts';
import { consentCalls } from './people/consents/calls.ts';
import { contactLogCalls } from './people/contact-log/calls.ts';
import { contactCalls } from './people/contacts/calls.ts';
import { peopleCalls } from './people/directory/calls.ts';
import { guardianCalls } from './people/guardians/calls.ts';
import { masqueradeCalls } from './people/masquerade/calls.ts';
import { profileCalls } from './people/profiles/calls.ts';
import { secondFactorCalls } from './people/second-factor/calls.ts';
import { sessionCalls } from './people/sessions/calls.ts';
import { teacherCalls } from './people/teachers/calls.ts';
import { agreementCalls } from './placements/agreements/calls.ts';
import { applicationCalls } from './placements/applications/calls.ts';
import { evaluationCalls } from './placements/evaluations/calls.ts';
import { finalWorkCalls } from './placements/final-work/calls.ts';
import { hoursCalls } from './placements/hours/calls.ts';
import { noteCalls } from './placements/notes/calls.ts';
import { progressCalls } from './placements/progress/calls.ts';
import { projectCalls } from './placements/projects/calls.ts';
import { reflectionCalls } from './placements/reflections/calls.ts';
import { signOffCalls } from './placements/sign-off/calls.ts';
import { supervisorCalls } from './placements/supervisors/calls.ts';
import { budgetCalls } from './platform/budgets/calls.ts';
import { clientCalls } from './school-system/clients/calls.ts';
import { fileCalls } from './school-system/files/calls.ts';
import { listCalls } from './school-system/lists/calls.ts';
import { settingsCalls } from './school-system/settings/calls.ts';

/** Every call. A call that is not here has no route; one without a row in the access table does not compile. */
export const allCalls = {
  ...accountCalls,
  ...adminCalls,
  ...agreementCalls,
  ...applicationCalls,
  ...auditCalls,
  ...bellCalls,
  ...budgetCalls,
  ...calendarCalls,
  ...clientCalls,
  ...contactCalls,
  ...contactLogCalls,
  ...duplicateCalls,
  ...evaluationCalls,
  ...fileCalls,
  ...finalWorkCalls,
  ...findCalls,
  ...followUpCalls,
  ...graduateCalls,
  ...guardianCalls,
  ...consentCalls,
  ...hoursCalls,
  ...importCalls,
  ...listCalls,
  ...masqueradeCalls,
  ...mailCalls,
  ...noteCalls,
  ...opportunityCalls,
  ...peopleCalls,
  ...profileCalls,
  ...progressCalls,
  ...projectCalls,
  ...supervisorCalls,
  ...proofCalls,
  ...recordCalls,
  ...reflectionCalls,
  ...reportCalls,
  ...retentionCalls,
  ...sessionCalls,
  ...savedSearchCalls,
  ...secondFactorCalls,
  ...settingsCalls,
  ...signOffCalls,
  ...taskCalls,
  ...teacherCalls,
};

export type CallName = keyof typeof allCalls;
