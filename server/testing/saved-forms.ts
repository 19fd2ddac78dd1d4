import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { ReminderHoursInput, ReminderPlanInput } from '@waypost/contract/oversight/follow-ups/forms';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { AdminForm } from '@waypost/contract/people/admins/forms';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { ContactInput } from '@waypost/contract/people/contacts/forms';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { GuardianInput } from '@waypost/contract/people/guardians/forms';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { StaffProfile } from '@waypost/contract/people/profiles/forms';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { TeacherForm } from '@waypost/contract/people/teachers/forms';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import {
  AgreementSettingsInput,
  AgreementTermsInput,
  TemplateInput,
} from '@waypost/contract/placements/agreements/forms';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { ApplicantNoteInput, InterviewInput } from '@waypost/contract/placements/applications/forms';
import { noteCalls } from '@waypost/contract/placements/notes/calls';
import { NoteInput } from '@waypost/contract/placements/notes/forms';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { ClientForm } from '@waypost/contract/school-system/clients/forms';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { NewName, NewQuestion, NewSchool } from '@waypost/contract/school-system/lists/forms';
import type * as z from 'zod';
import { filledIn } from '../../contract/testing/filled-in.ts';
import { last, type World } from './entity.ts';

/** A form, all of whose fields are sent; what a call then returns must have each of them. */
interface SavedForm {
  form: z.ZodObject;
  /** Fields that name what the form belongs to, or that are stored in another shape. */
  except?: readonly string[];
  /** Sends the form with every field filled in. Returns what was sent and what is then returned. */
  save: (world: World) => Promise<{ sent: object; seen: unknown }>;
}

const savedForm = <Shape extends z.ZodRawShape>(
  form: z.ZodObject<Shape>,
  save: (filled: z.infer<z.ZodObject<Shape>>, world: World) => ReturnType<SavedForm['save']>,
  ...except: (keyof Shape & string)[]
): SavedForm => ({ form, except, save: (world) => save(filledIn(form), world) });

/** The forms whose entities are not among those of the filled world. */
export const savedForms: Record<string, SavedForm> = {
  GuardianInput: savedForm(GuardianInput, async (sent, { as, student }) => ({
    sent,
    seen: await last(as.teacher.call(guardianCalls.saveGuardian, { ...sent, student_id: student.id })),
  })),
  ContactInput: savedForm(ContactInput, async (sent, { as, business }) => ({
    sent,
    seen: await last(as.teacher.call(contactCalls.saveContact, { ...sent, business_id: business.id })),
  })),
  StaffProfile: savedForm(StaffProfile, async (sent, { as }) => ({
    sent,
    seen: await as.teacher.call(profileCalls.saveProfile, { profile: sent }),
  })),
  TeacherForm: savedForm(TeacherForm, async (filled, { as, names }) => {
    const { schools, programs } = names;
    const sent = { ...filled, schools, programs };
    await as.admin.call(teacherCalls.createTeacher, sent);
    const found = await as.admin.call(peopleCalls.searchUsers, { search: sent.email });
    return { sent, seen: found[0] };
  }),
  AgreementTermsInput: savedForm(AgreementTermsInput, async (filled, { as, project_id }) => {
    const { agreement } = await as.teacher.call(agreementCalls.getAgreement, { project_id });
    const sent = { ...filled, end_date: '2026-08-29' };
    const saved = await as.teacher.call(agreementCalls.saveAgreementTerms, {
      ...sent,
      project_id,
      revision: agreement?.revision ?? 0,
    });
    return { sent, seen: saved.agreement?.terms };
  }),
  TemplateInput: savedForm(
    TemplateInput,
    async ({ internship_type, body }, { as, names }) => {
      const sent = { version: 0, program: names.programs[0] ?? '', internship_type, body };
      const saved = await as.admin.call(agreementCalls.saveAgreementTemplate, sent);
      return { sent, seen: saved.templates.at(-1) };
    },
    '_id',
    'version',
  ),
  AgreementSettingsInput: savedForm(AgreementSettingsInput, async (sent, { as }) => ({
    sent,
    seen: await as.admin.call(agreementCalls.saveAgreementSettings, sent),
  })),
  ReminderPlanInput: savedForm(ReminderPlanInput, async (filled, { as }) => {
    const sent = { ...filled, kind: 'offer' as const, escalates_to: ['Admin' as const] };
    const { plans } = await as.admin.call(followUpCalls.saveReminderPlan, sent);
    return { sent, seen: plans.find(({ kind }) => kind === sent.kind) };
  }),
  ReminderHoursInput: savedForm(ReminderHoursInput, async (filled, { as }) => {
    const sent = { ...filled, until: filled.from + 1 };
    return { sent, seen: (await as.admin.call(followUpCalls.saveReminderHours, sent)).hours };
  }),
  InterviewInput: savedForm(
    InterviewInput,
    async (filled, { as, newApplication }) => {
      const sent = { ...filled, application_id: newApplication._id, date: '2026-03-10' };
      const { application } = await as.business.call(applicationCalls.inviteToInterview, sent);
      return { sent, seen: application.interview };
    },
    'application_id',
    // Both are `starts_at`, or `day` without a time.
    'date',
    'time',
  ),
  ApplicantNoteInput: savedForm(
    ApplicantNoteInput,
    async (filled, { as, newApplication }) => {
      const sent = { ...filled, application_id: newApplication._id };
      await as.business.call(applicationCalls.saveApplicantNote, sent);
      const app_id = newApplication._id;
      const seen = await as.business.call(applicationCalls.getApplicationById, { app_id });
      return { sent, seen: { note: seen.business_notes, stars: seen.business_stars } };
    },
    'application_id',
  ),
  NoteInput: savedForm(
    NoteInput,
    async (filled, { as, project_id }) => {
      const sent = { ...filled, project_id };
      return { sent, seen: (await as.teacher.call(noteCalls.saveProjectNote, sent))[0] };
    },
    'project_id',
  ),
  ClientForm: savedForm(ClientForm, async (sent, { as }) => ({
    sent,
    seen: (await as.owner.call(clientCalls.createClient, sent)).client,
  })),
  AdminForm: savedForm(AdminForm, async (filled, { as, client }) => {
    const sent = { ...filled, email: 'new-admin@waypost.test' };
    await as.owner.call(adminCalls.createAdmin, { ...sent, client: client.id });
    const admins = await as.owner.call(adminCalls.getAdminsByClient, { id: client.id });
    return { sent, seen: admins.find(({ email }) => email === sent.email) };
  }),
  NewName: savedForm(NewName, async (sent, { as }) => {
    await as.admin.call(listCalls.createFocusArea, sent);
    return { sent, seen: await last(as.admin.call(listCalls.getFocusAreas, {})) };
  }),
  NewQuestion: savedForm(NewQuestion, async (sent, { as }) => {
    await as.admin.call(listCalls.createReflectionQuestion, sent);
    return { sent, seen: await last(as.admin.call(listCalls.getMyReflectionQuestions, {})) };
  }),
  NewSchool: savedForm(NewSchool, async (sent, { as }) => {
    await as.admin.call(listCalls.createSchool, sent);
    const school = await last(as.admin.call(listCalls.getSchools, {}));
    return { sent, seen: { ...Object(school), ...Object(school).location } };
  }),
};

/** Forms that fill the filled world, or extend such a form; their entities are compared there. */
export const ofFilledWorld = [
  'BusinessProfile',
  'ContactLogInput',
  'EvaluationInput',
  'HoursEntryInput',
  'OpportunityInput',
  'PlacedOpportunityInput',
  'ReflectionAnswer',
  'SettingsInput',
  'StudentProfile',
  'SummaryInput',
  'ApplyInput',
  'AboutBusiness',
  'BusinessProfileForm',
  'FirstSettingsInput',
  'LocationInput',
  'NewClientForm',
  'OwnContact',
  'OwnGuardian',
  'ProposalInput',
  'QuestionInSpanish',
];

/** Forms that act and save no fields of their own, or whose effect is a record; each has a test of what it does. */
export const actions = [
  'ChangePasswordInput',
  'CodeAddressInput',
  'CodeInput',
  'ConsentInput',
  'DeclineInput',
  'DisapprovalInput',
  'EraseClientInput',
  'ErasePersonInput',
  'ExportPersonInput',
  'LoginInput',
  'BusinessSignUp',
  'StudentSignUp',
  'NotMeInput',
  'OfferInput',
  'PaperConsentInput',
  'PaperInput',
  'PassOnInput',
  'ProofInput',
  'ReadCodeInput',
  'ReasonInput',
  'ResetPasswordInput',
  'RetentionInput',
  'SignatureInput',
  'SignedInput',
  'TranslatedResource',
];
