import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { contactLogCalls } from '@waypost/contract/people/contact-log/calls';
import { ContactLogInput } from '@waypost/contract/people/contact-log/forms';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { BusinessProfile, StudentProfile } from '@waypost/contract/people/profiles/forms';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { EvaluationInput } from '@waypost/contract/placements/evaluations/forms';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { HoursEntryInput } from '@waypost/contract/placements/hours/forms';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { SettingsInput } from '@waypost/contract/school-system/settings/forms';
import { filledIn } from '../../contract/testing/filled-in.ts';
import { aPdf } from './sample-files.ts';
import type { TestServer } from './server.ts';

/** What each form sends with every field filled in, and what is returned. */
export const filled = {
  location: {
    street: '1 Main Street',
    city: 'Annapolis',
    state: 'MD',
    zip: '21401',
    lat: 38.98,
    lon: -76.49,
    userOverwroteLocation: true,
  },
  student: {
    ...filledIn(
      StudentProfile.omit({
        guardians: true,
        location: true,
        school_attending: true,
        affiliated_program: true,
        focus_areas: true,
      }),
    ),
    first_name: 'Ada',
    middle_name: 'King',
    last_name: 'Lovelace',
    student_id: 'S-77',
    gender: 'Female',
    pronouns: 'She/Her',
    graduation_year: 2027,
    home_phone: '(410)555-0101',
    cell_phone: '(410)555-0102',
    parent_name: 'Anne Byron',
    parent_phone: '(410)555-0103',
    alternate_parent_name: 'Judith Byron',
    alternate_parent_phone: '(410)555-0104',
    birth_date: '2009-04-17',
  },
  business: {
    ...filledIn(BusinessProfile.omit({ contacts: true, location: true, schools: true, focus_areas: true })),
    business_name: 'Bayside Marine',
    business_bio: '<p>We build boats.</p>',
    featured_projects: '<p>A skipjack.</p>',
    career_opportunities: '<p>Boat builder.</p>',
    internship_opportunities: '<p>Sanding.</p>',
    contact_name: 'Grace',
    contact_email: 'grace@bay.test',
    contact_phone: '(410)555-0105',
    admin_name: 'Alan',
    admin_email: 'alan@bay.test',
    admin_phone: '(410)555-0106',
  },
  opportunity: {
    opportunity_title: 'Boat builder',
    short_description: '<p>Build boats.</p>',
    skills_required: '<p>Care.</p>',
    full_description: '<p>Build boats all summer.</p>',
    available_slots: 4,
    opportunity_type: 'Hybrid',
    internship_type: 'Internship',
    time_frame: 'Full Year',
    audience: 'Open',
    paidUnpaid: 'Paid',
    pay_from: 15.5,
    pay_to: 18,
    days: ['Monday', 'Friday'],
    hours_per_week: 12,
    ...eachNote((field) => `About ${field}`),
    application_open: '2026-01-02',
    application_close: '2026-12-30',
    employment_start: '2026-06-03',
    employment_stop: '2026-08-29',
  },
  entry: {
    ...filledIn(HoursEntryInput),
    start_date: '2026-03-02',
    end_date: '2026-03-03',
    total_hours: 7.5,
    text_log: 'Sanded the hull.',
  },
  evaluation: {
    ...filledIn(EvaluationInput.omit({ project_id: true, ratings: true, evaluation_count: true })),
    evaluation_date: '2026-03-02',
    supervisor: 'Grace Hopper',
    internship_facilitator: 'Mary Kenneth',
    contact_phone: '(410)555-0107',
    term: 'Spring 2026',
    discussed: true,
    comments: '<p>Grows with every week.</p>',
  },
  contact: {
    ...filledIn(ContactLogInput),
    log_date: '2026-03-02',
    primary_contact_name: 'Anne Byron',
    contact_relationship: 'Mother',
    associated_business: 'Bayside Marine',
    contact_type: 'Telephone',
    comments: 'All is well.',
  },
  settings: {
    ...filledIn(SettingsInput.omit({ logo: true, default_password: true, staff_second_factor: true })),
    short_name: 'CBPS',
    full_name: 'Chesapeake Bay Public Schools',
    phone_number: '(410)555-0108',
    facebook: 'cbps',
    twitter: '@cbps',
    snapchat: 'cbps.snaps',
    instagram: 'cbps.pictures',
  },
} as const;

/**
 * A school system with every field filled in. All of it is saved through calls, so a field that a call
 * ignores cannot come back.
 */
export async function aFilledWorld(server: TestServer) {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const as = {
    visitor: server.visitor(),
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(teacher),
    admin: server.as(admin),
    owner: server.as(await server.aSuperAdmin()),
  };
  const { location } = filled;

  const logo = await server.aFile(admin, { contentType: 'image/jpeg', name: 'logo.jpg' });
  const savedSettings = await as.admin.call(settingsCalls.saveSettings, {
    ...filled.settings,
    logo: logo.id,
    default_password: 'harbor lights 2020',
  });
  const { lat, lon, userOverwroteLocation, ...address } = location;
  const pin = { lat, lon, userOverwroteLocation };
  await as.admin.call(listCalls.createSchool, { name: 'Bay High', type: 'Middle', ...address, ...pin });
  await as.admin.call(listCalls.createEvaluationQuestion, {
    question_text: 'Arrives on time',
    question_text_es: 'Llega a tiempo',
  });
  await as.owner.call(listCalls.createReflectionQuestion, {
    question_text: 'Why?',
    question_text_es: '¿Por qué?',
  });
  const names = {
    schools: ['Bay High'],
    programs: [client.program.name],
    focus_areas: [client.area.name],
  };
  const { schools, programs, focus_areas } = names;
  await as.admin.call(teacherCalls.editTeacher, {
    id: teacher.id,
    email: teacher.email,
    first_name: 'Tess',
    last_name: 'Reed',
    schools,
    programs,
  });
  await as.admin.call(
    fileCalls.uploadFile,
    { description: 'student', name: 'Handbook', no_delete: 'true' },
    file(),
  );

  const own = { school_attending: 'Bay High', affiliated_program: client.program.name, focus_areas };
  await as.student.call(profileCalls.saveProfile, { profile: { ...filled.student, ...own, location } });
  await as.business.call(profileCalls.saveProfile, {
    profile: { ...filled.business, schools, focus_areas, location },
  });
  const attach = async (
    person: typeof student,
    key: 'profile_pic_id_fk' | 'resume_file_id_fk' | 'agreement_file_id_fk',
  ) => {
    const isPicture = key === 'profile_pic_id_fk';
    const { id } = await server.aFile(
      person,
      isPicture ? { contentType: 'image/jpeg', name: 'profile_pic_cropped' } : {},
    );
    return server.as(person).call(profileCalls.saveUserFile, { user_id: person.id, file_id: id, key });
  };
  for (const person of [student, business, teacher]) await attach(person, 'profile_pic_id_fk');
  for (const person of [student, business]) await attach(person, 'agreement_file_id_fk');
  const savedFile = await attach(student, 'resume_file_id_fk');
  const uploaded = await as.student.call(
    fileCalls.uploadFile,
    { description: 'My résumé', key: 'student_resume_file' },
    file(),
  );

  const input = {
    ...filled.opportunity,
    days: [...filled.opportunity.days],
    ...names,
    ...address,
    ...pin,
    student_ids: [],
  };
  const opportunity = await as.business.call(opportunityCalls.createOpportunity, input);
  const specific = await as.business.call(opportunityCalls.createOpportunity, {
    ...input,
    opportunity_title: 'Rigger',
    audience: 'Specific',
    student_ids: [student.id],
  });
  const apply = async (opportunity_id_fk: string) =>
    as.student.call(applicationCalls.createApplication, {
      cover_letter: '<p>Please.</p>',
      opportunity_id_fk,
    });
  const application = await apply(opportunity._id);
  const move = (who: 'business' | 'student', status: 'Offered' | 'Accepted') =>
    as[who].call(applicationCalls.updateApplicationStatus, { application_id: application._id, status });
  await move('business', 'Offered');
  const accepted = await move('student', 'Accepted');
  const project_id = accepted.application.project_id ?? '';
  const waiting = await as.business.call(opportunityCalls.createOpportunity, {
    ...input,
    opportunity_title: 'Sail maker',
  });
  const newApplication = await apply(waiting._id);

  const logged = await as.student.call(hoursCalls.createHoursEntry, { project_id, ...filled.entry });
  const hours_id = logged.hours[0]?._id ?? '';
  await as.business.call(hoursCalls.approveHours, { project_id, hours_id, business_approved: 1 });
  const [first] = logged.reflections ?? [];
  await as.student.call(reflectionCalls.saveReflection, {
    project_id,
    _id: first?._id ?? '',
    answer_text: 'Patience.',
    status: 'complete',
  });
  const final = await as.student.call(fileCalls.uploadFile, { name: 'boat.pdf' }, file());
  await as.student.call(finalWorkCalls.saveFileLink, { project_id, file_id: final._id });
  await as.student.call(finalWorkCalls.saveSummary, { project_id, text: 'I built a boat.' });
  const questions = await as.business.call(evaluationCalls.getMyEvaluationQuestions, {});
  const [question] = questions;
  await as.business.call(evaluationCalls.saveEvaluation, {
    ...filled.evaluation,
    project_id,
    evaluation_count: 0,
    ratings: [{ evaluation_question_id: question?._id ?? '', rating: 'Highly Effective' }],
  });
  const changed = await as.admin.call(projectCalls.setAdminApproval, {
    project_id,
    approval_type: 'summary',
  });
  const contact = await as.teacher.call(contactLogCalls.addContactLogEntry, {
    student_id: student.id,
    data: filled.contact,
  });
  const adminForm = { first_name: 'Mina', last_name: 'Okafor', email: admin.email };
  await as.owner.call(adminCalls.editAdmin, { ...adminForm, _id: admin.id, client: client.id });

  const twin = { ...filled.student, ...own, location };
  const duplicate = await server.aStudent({ client });
  await server.as(duplicate).call(profileCalls.saveProfile, { profile: twin });

  const newcomer = { email: `new-${student.email}`, password: 'a quiet lantern' };
  const caller = server.visitor();
  const reply = await caller.call(accountCalls.signUp, {
    ...newcomer,
    client: client.id,
    type: 'Student',
    first_name: 'Nia',
    last_name: 'Cole',
  });
  const signedUp = { ...newcomer, caller, reply };
  return {
    as,
    client,
    student,
    business,
    teacher,
    admin,
    names,
    savedFile,
    uploaded,
    final,
    logo,
    opportunity,
    specific,
    waiting,
    application,
    accepted,
    newApplication,
    project_id,
    hours_id,
    changed,
    contact,
    question,
    signedUp,
    savedSettings,
    anotherAdmin: server.as(await server.anAdmin({ client })),
  };
}

const file = () => ({ name: 'boat.pdf', content: aPdf() });
