import { accountCalls } from './accounts/calls.ts';
import { agreementCalls } from './agreements/calls.ts';
import { applicationCalls } from './applications/calls.ts';
import { auditCalls } from './audit/calls.ts';
import { bellCalls } from './bell/calls.ts';
import { budgetCalls } from './budgets/calls.ts';
import { calendarCalls } from './calendar/calls.ts';
import { clientCalls } from './clients/calls.ts';
import { consentCalls } from './consents/calls.ts';
import { contactLogCalls } from './contact-log/calls.ts';
import { contactCalls } from './contacts/calls.ts';
import { duplicateCalls } from './duplicates/calls.ts';
import { evaluationCalls } from './evaluations/calls.ts';
import { fileCalls } from './files/calls.ts';
import { finalWorkCalls } from './final-work/calls.ts';
import { findCalls } from './find/calls.ts';
import { followUpCalls } from './follow-ups/calls.ts';
import { graduateCalls } from './graduates/calls.ts';
import { guardianCalls } from './guardians/calls.ts';
import { hoursCalls } from './hours/calls.ts';
import { importCalls } from './imports/calls.ts';
import { listCalls } from './lists/calls.ts';
import { mailCalls } from './mail/calls.ts';
import { masqueradeCalls } from './masquerade/calls.ts';
import { noteCalls } from './notes/calls.ts';
import { opportunityCalls } from './opportunities/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { profileCalls } from './profiles/calls.ts';
import { progressCalls } from './progress/calls.ts';
import { projectCalls, supervisorCalls } from './projects/calls.ts';
import { proofCalls } from './proofs/calls.ts';
import { recordCalls } from './records/calls.ts';
import { reflectionCalls } from './reflections/calls.ts';
import { reportCalls } from './reports/calls.ts';
import { retentionCalls } from './retention/calls.ts';
import { savedSearchCalls } from './saved-search/calls.ts';
import { secondFactorCalls } from './second-factor/calls.ts';
import { sessionCalls } from './sessions/calls.ts';
import { settingsCalls } from './settings/calls.ts';
import { signOffCalls } from './sign-off/calls.ts';
import { taskCalls } from './tasks/calls.ts';
import { teacherCalls } from './teachers/calls.ts';

/** Every call. A call that is not here has no route; one without a row in the access table does not compile. */
export const allCalls = {
  ...accountCalls,
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
