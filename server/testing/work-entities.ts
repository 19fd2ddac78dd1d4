import { OpportunityRow, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { Terms } from '@waypost/contract/opportunities/opportunities/terms';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { expect } from 'vitest';
import { noTerms } from '../../contract/testing/opportunity-form.ts';
import {
  aFile,
  aMoment,
  anId,
  aPath,
  type Entities,
  first,
  inList,
  type World,
  wholeList,
  words,
} from './entity.ts';
import { filled } from './filled-world.ts';

const { location } = filled;
const { street, city, state, zip, lat, lon } = location;

/** An opportunity as its owner sees it in a list, without the fields of its detail page. */
const anOpportunityRow = (world: World) => {
  const { short_description, skills_required, full_description, ...shown } = filled.opportunity;
  const row = Object.fromEntries(Object.entries(shown).filter(([field]) => field in OpportunityRow.shape));
  return {
    ...row,
    _id: world.opportunity._id,
    city,
    state,
    lat,
    lon,
    focus_areas: world.names.focus_areas,
    business_id_fk: expect.objectContaining({ _id: world.business.id, business_name: 'Bayside Marine' }),
    reportData: { accepted_count: 1, applicant_count: 1 },
  };
};

const anOpportunity = (world: World) => ({
  ...anOpportunityRow(world),
  ...filled.opportunity,
  location,
  street,
  zip,
  schools: world.names.schools,
  programs: world.names.programs,
  business_id_fk: {
    _id: world.business.id,
    business_name: 'Bayside Marine',
    approved: true,
    profile_pic_id_fk: aFile,
    contact_email: 'grace@bay.test',
    contact_phone: '(410)555-0105',
  },
});

const termFields = Object.keys(noTerms) as (keyof Terms)[];
const terms = Object.fromEntries(termFields.map((field) => [field, filled.opportunity[field]]));

const anApplication = (world: World) => ({
  _id: world.application._id,
  cover_letter: '<p>Please.</p>',
  date_application: aMoment,
  status: 'Accepted',
  opportunity_title: 'Boat builder',
  createdAt: aMoment,
  updatedAt: aMoment,
  opportunity_id_fk: expect.objectContaining({
    _id: world.opportunity._id,
    opportunity_title: 'Boat builder',
    ...terms,
    business_id_fk: { _id: world.business.id, business_name: 'Bayside Marine' },
  }),
  student_id_fk: {
    _id: world.student.id,
    first_name: 'Ada',
    last_name: 'Lovelace',
    graduation_year: 2027,
    school_attending: 'Bay High',
    affiliated_program: world.client.program.name,
    focus_areas: world.names.focus_areas,
    profile_pic_id_fk: aFile,
    resume_file_id_fk: aFile,
  },
});

const reportData = () => ({
  activity_log_status: 0,
  reflection_status: 0,
  final_project_status: 1,
  final_summary_status: 2,
  msde_status: 0,
  evaluation_status: 0,
  accepted_hours: 7.5,
  total_hours: 7.5,
  reflection_count: 1,
  hours_last_updated: aMoment,
  reflection_last_updated: aMoment,
  school: 'Bay High',
  print_activity_log: words,
  print_reflection: words,
  print_final_project: words,
  print_project_summary: words,
  print_msde: words,
  print_evaluation_status: words,
});

const aProjectRow = (world: World) => ({
  _id: world.project_id,
  student_id_fk: {
    _id: world.student.id,
    first_name: 'Ada',
    last_name: 'Lovelace',
    profile_pic_id_fk: aFile,
    graduation_year: 2027,
    school_attending: 'Bay High',
    affiliated_program: world.client.program.name,
  },
  opportunity_id_fk: expect.objectContaining({
    _id: world.opportunity._id,
    opportunity_title: 'Boat builder',
    employment_stop: '2026-08-29',
  }),
  business_id_fk: { _id: world.business.id, business_name: 'Bayside Marine' },
  business_status: 'open',
  updatedAt: aMoment,
  reportData: expect.objectContaining(reportData()),
});

const anEntry = (world: World) => ({
  _id: world.hours_id,
  ...filled.entry,
  business_approved: 1,
  decided_by: 'Bayside Marine',
  decided_via: 'account',
});
const aReflection = {
  _id: anId,
  ordinal: 1,
  question_text: 'What did you learn?',
  question_text_es: '',
  answer_text: 'Patience.',
  status: 'complete',
};
const anEvaluation = (world: World) => ({
  _id: anId,
  ...filled.evaluation,
  submitted_by: 'Bayside Marine',
  submitted_via: 'account',
  ratings: [
    {
      evaluation_question_id: world.question?._id,
      question_text: 'Arrives on time',
      question_text_es: 'Llega a tiempo',
      rating: 'Highly Effective',
    },
  ],
});

const aProject = (world: World) => ({
  ...aProjectRow(world),
  application_id_fk: expect.objectContaining({ cover_letter: '<p>Please.</p>' }),
  hours: [expect.objectContaining(anEntry(world))],
  reflections: [aReflection, expect.objectContaining({ ordinal: 2, status: 'unlocked' })],
  business_evaluations: [anEvaluation(world)],
  final_summary: { text: 'I built a boat.', approved: true, updatedAt: aMoment },
  final_project: {
    files: [{ _id: world.final._id, name: 'boat.pdf', path: aPath, createdAt: aMoment }],
    updatedAt: aMoment,
  },
});

const project = (world: World) =>
  world.as.admin.call(projectCalls.loadStudentProject, { project_id: world.project_id });

/** Opportunities, applications and placements. */
export const workEntities: Entities = {
  Opportunity: (world) => {
    const opp_id = world.opportunity._id;
    return {
      fields: anOpportunity(world),
      replies: {
        'loadOpportunity, of its business': () =>
          world.as.business.call(opportunityCalls.loadOpportunity, { opp_id }),
        getOpportunities: () =>
          inList(wholeList(world.as.business, opportunityCalls.getOpportunities), opp_id),
        'loadOpportunity, of staff': () =>
          world.as.teacher.call(opportunityCalls.loadOpportunity, { opp_id }),
      },
    };
  },
  'Opportunity for a student': (world) => {
    const opp_id = world.opportunity._id;
    const { cover_letter, opportunity_id_fk, student_id_fk, ...application } = anApplication(world);
    return {
      fields: {
        ...anOpportunity(world),
        distance: 0,
        application: expect.objectContaining(application),
      },
      replies: {
        loadOpportunity: () => world.as.student.call(opportunityCalls.loadOpportunity, { opp_id }),
        getOpportunities: () =>
          inList(wholeList(world.as.student, opportunityCalls.getOpportunities), opp_id),
      },
    };
  },
  'Opportunity in lists': (world) => ({
    fields: anOpportunityRow(world),
    replies: {
      getOpportunities: () =>
        inList(world.as.business.call(opportunityCalls.getOpportunities, {}), world.opportunity._id),
    },
  }),
  'Opportunity for chosen students': (world) => ({
    fields: {
      audience: 'Specific',
      available_slots: 0,
      student_ids: [world.student.id],
      selected_students: [expect.objectContaining({ _id: world.student.id, email: world.student.email })],
    },
    replies: {
      loadOpportunity: () =>
        world.as.business.call(opportunityCalls.loadOpportunity, { opp_id: world.specific._id }),
    },
  }),
  'Opportunity in reports': (world) => {
    const { opportunity_title, time_frame, available_slots, application_open, application_close } =
      filled.opportunity;
    const { schools, programs } = world.names;
    return {
      fields: {
        opportunity_title,
        time_frame,
        available_slots,
        application_open,
        application_close,
        schools,
        programs,
        business_id_fk: { _id: world.business.id, business_name: 'Bayside Marine' },
      },
      replies: {
        filterAvailableOpportunities: () =>
          inList(world.as.teacher.call(reportCalls.filterAvailableOpportunities, {}), world.opportunity._id),
      },
    };
  },
  Application: (world) => {
    const { as, application, student } = world;
    const opp_id = world.opportunity._id;
    return {
      fields: anApplication(world),
      replies: {
        getApplicationById: () =>
          as.business.call(applicationCalls.getApplicationById, { app_id: application._id }),
        getMyApplications: () =>
          inList(as.student.call(applicationCalls.getMyApplications, {}), application._id),
        getApplicants: () => first(as.business.call(applicationCalls.getApplicants, { opp_id })),
        getApplicationToOpportunity: () =>
          as.student.call(applicationCalls.getApplicationToOpportunity, { opp_id }),
        getApplicationsByStudent: () =>
          inList(
            as.teacher.call(applicationCalls.getApplicationsByStudent, { student_id: student.id }),
            application._id,
          ),
        updateApplicationStatus: async () => world.accepted.application,
      },
    };
  },
  'Application that is new': (world) => ({
    fields: {
      ...anApplication(world),
      _id: world.newApplication._id,
      status: 'New',
      opportunity_title: 'Sail maker',
      opportunity_id_fk: expect.objectContaining({ _id: world.waiting._id, opportunity_title: 'Sail maker' }),
    },
    replies: {
      getNewApplications: () =>
        first(world.as.business.call(applicationCalls.getNewApplications, { opp_id: world.waiting._id })),
    },
  }),
  'Student in application count': (world) => {
    return {
      fields: {
        _id: world.student.id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        profile_pic_id_fk: aFile,
        applications: expect.arrayContaining([{ createdAt: aMoment }]),
      },
      replies: {
        filterApplicationCount: () =>
          inList(world.as.teacher.call(reportCalls.filterApplicationCount, {}), world.student.id),
      },
    };
  },
  Project: (world) => {
    const { as, student } = world;
    return {
      fields: aProject(world),
      replies: {
        loadStudentProject: () => project(world),
        setAdminApproval: async () => world.changed,
        getProjectsByStudentId: () =>
          first(as.teacher.call(projectCalls.getProjectsByStudentId, { student_id: student.id })),
        filterInternshipStatus: () => first(wholeList(as.teacher, reportCalls.filterInternshipStatus)),
      },
    };
  },
  'Project for its student': (world) => ({
    fields: { ...aProject(world), business_evaluations: null },
    replies: {
      getProjectsByStudent: () => first(wholeList(world.as.student, projectCalls.getProjectsByStudent)),
    },
  }),
  'Project for its business': (world) => {
    const { reportData: _, ...fields } = aProject(world);
    return {
      fields: { ...fields, reflections: null, final_summary: null, final_project: null },
      replies: { getInterns: () => first(wholeList(world.as.business, projectCalls.getInterns)) },
    };
  },
  'Report data': (world) => ({
    fields: reportData(),
    replies: { loadStudentProject: async () => (await project(world)).reportData },
  }),
  'Hour log entry': (world) => ({
    fields: anEntry(world),
    replies: { loadStudentProject: async () => (await project(world)).hours[0] },
  }),
  Reflection: (world) => ({
    fields: aReflection,
    replies: { loadStudentProject: async () => (await project(world)).reflections?.[0] },
  }),
  'Business evaluation': (world) => ({
    fields: anEvaluation(world),
    replies: { loadStudentProject: async () => (await project(world)).business_evaluations?.[0] },
  }),
};
