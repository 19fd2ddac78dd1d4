import { duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { contactLogCalls } from '@waypost/contract/people/contact-log/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { expect } from 'vitest';
import {
  aFile,
  aMoment,
  anId,
  type Entities,
  first,
  inList,
  last,
  type World,
  wholeList,
  words,
} from './entity.ts';
import { filled } from './filled-world.ts';

const { location } = filled;

const userOf = (world: World, person: { id: string; email: string }, role: string) => ({
  _id: person.id,
  email: person.email,
  role,
  client: world.client.id,
  createdAt: aMoment,
  approved: true,
  location,
  profile_pic_id_fk: aFile,
});

const aStudentUser = (world: World) => ({
  ...userOf(world, world.student, 'Student'),
  ...filled.student,
  __v: 2,
  school_attending: 'Bay High',
  affiliated_program: world.client.program.name,
  focus_areas: world.names.focus_areas,
  agreement_file_id_fk: aFile,
  resume_file_id_fk: aFile,
});

const aBusinessUser = (world: World) => ({
  ...userOf(world, world.business, 'Business'),
  ...filled.business,
  __v: 2,
  focus_areas: world.names.focus_areas,
  schools: world.names.schools,
  agreement_file_id_fk: aFile,
});

const aTeacher = (world: World) => ({
  _id: world.teacher.id,
  first_name: 'Tess',
  last_name: 'Reed',
  email: world.teacher.email,
  schools: world.names.schools,
  programs: world.names.programs,
  profile_pic_id_fk: aFile,
  role: 'Teacher',
  approved: true,
  __v: 1,
});

/** People, and the lists and settings of a school system. */
export const peopleEntities: Entities = {
  'User and student': (world) => {
    const { as, student } = world;
    const id = { id: student.id };
    return {
      fields: aStudentUser(world),
      replies: {
        getUserData: () => as.student.call(accountCalls.getUserData, {}),
        getCurrentUser: async () => Object(await as.student.call(accountCalls.getCurrentUser, {})).user,
        'getUser, of oneself': () => as.student.call(profileCalls.getUser, id),
        'getUser, of somebody else': () => as.teacher.call(profileCalls.getUser, id),
        filterUsers: () => inList(wholeList(as.teacher, peopleCalls.filterUsers), student.id),
        searchUsers: () =>
          inList(wholeList(as.teacher, peopleCalls.searchUsers, { search: student.email }), student.id),
        saveUserFile: async () => world.savedFile,
        masquerade: () => world.anotherAdmin.call(masqueradeCalls.masquerade, id),
      },
    };
  },
  'User after logging in': (world) => {
    const { email, password, reply, caller } = world.signedUp;
    return {
      fields: { email },
      replies: {
        signUp: async () => reply.user,
        login: async () => (await caller.call(accountCalls.login, { email, password })).user,
      },
    };
  },
  Business: (world) => {
    const { as, business } = world;
    const id = { id: business.id };
    return {
      fields: aBusinessUser(world),
      replies: {
        getUserData: () => as.business.call(accountCalls.getUserData, {}),
        filterUsers: () =>
          inList(wholeList(as.teacher, peopleCalls.filterUsers, { role: 'Business' }), business.id),
        'getUser, of somebody else': () => as.teacher.call(profileCalls.getUser, id),
      },
    };
  },
  'Teacher and Admin': (world) => ({
    fields: aTeacher(world),
    replies: {
      filterUsers: () =>
        inList(world.as.admin.call(peopleCalls.filterUsers, { role: ['Teacher'] }), world.teacher.id),
      searchUsers: () =>
        inList(
          world.as.admin.call(peopleCalls.searchUsers, { search: world.teacher.email }),
          world.teacher.id,
        ),
      getUserData: () => world.as.teacher.call(accountCalls.getUserData, {}),
    },
  }),
  'User in lists': (world) => {
    const { email, role, approved, __v, createdAt, first_name, last_name } = aStudentUser(world);
    return {
      fields: {
        _id: world.student.id,
        email,
        role,
        approved,
        __v,
        createdAt,
        first_name,
        last_name,
        graduation_year: 2027,
        school_attending: 'Bay High',
        focus_areas: world.names.focus_areas,
        affiliated_program: world.client.program.name,
        profile_pic_id_fk: aFile,
        agreement_file_id_fk: aFile,
      },
      replies: {
        filterUsers: () => inList(world.as.teacher.call(peopleCalls.filterUsers, {}), world.student.id),
        searchUsers: () =>
          inList(
            world.as.teacher.call(peopleCalls.searchUsers, { search: world.student.email }),
            world.student.id,
          ),
        findDuplicateUsers: () =>
          inList(
            world.as.admin.call(duplicateCalls.findDuplicateUsers, { role: 'NotBusiness' }),
            world.student.id,
          ),
      },
    };
  },
  'Business in the export': (world) => {
    const { business_name, contact_name, contact_email, contact_phone } = filled.business;
    const { admin_name, admin_email, admin_phone } = filled.business;
    return {
      fields: {
        _id: world.business.id,
        email: world.business.email,
        approved: true,
        createdAt: aMoment,
        business_name,
        contact_name,
        contact_email,
        contact_phone,
        admin_name,
        admin_email,
        admin_phone,
        location,
        schools: world.names.schools,
        focus_areas: world.names.focus_areas,
      },
      replies: { getAllBusinesses: () => first(world.as.teacher.call(peopleCalls.getAllBusinesses, {})) },
    };
  },
  File: (world) => {
    const { as, uploaded } = world;
    const { _id, path } = uploaded;
    return {
      fields: { _id, path, name: 'student_resume_file', description: 'My résumé' },
      replies: {
        getFileById: () => as.student.call(fileCalls.getFileById, { id: _id }),
        getUsersFiles: () => inList(as.student.call(fileCalls.getUsersFiles, {}), _id),
      },
    };
  },
  'File that was uploaded': (world) => ({
    fields: { ...aFile, name: 'student_resume_file' },
    replies: { uploadFile: async () => world.uploaded },
  }),
  'Resource file': (world) => ({
    fields: {
      ...aFile,
      name: 'Handbook',
      name_es: '',
      ordinal: 1,
      description: 'student',
      no_delete: true,
    },
    replies: {
      getResourceFiles: () => first(world.as.student.call(fileCalls.getResourceFiles, { type: 'student' })),
    },
  }),
  Client: (world) => {
    const { id: _id, fullName: full_name } = world.client;
    const { as } = world;
    return {
      fields: { _id, full_name, short_name: 'SS', max_users: 1000 },
      replies: {
        getClients: () => inList(as.owner.call(clientCalls.getClients, {}), _id),
        getClientById: () => as.owner.call(clientCalls.getClientById, { id: _id }),
        editClient: async () => {
          const form = { _id, full_name, short_name: 'SS', max_users: 1000 };
          return (await as.owner.call(clientCalls.editClient, form)).client;
        },
      },
    };
  },
  'Client of a sign-up': (world) => ({
    fields: { _id: world.client.id, full_name: world.client.fullName },
    replies: { getClients: () => inList(world.as.visitor.call(clientCalls.getClients, {}), world.client.id) },
  }),
  'Client admin': (world) => ({
    fields: { first_name: 'Mina', last_name: 'Okafor', email: world.admin.email, client: world.client.id },
    replies: {
      getAdminsByClient: () =>
        inList(world.as.owner.call(adminCalls.getAdminsByClient, { id: world.client.id }), world.admin.id),
    },
  }),
  State: (world) => ({
    fields: { _id: words, code: 'AL', name: 'Alabama' },
    replies: { getStates: () => first(world.as.visitor.call(listCalls.getStates, {})) },
  }),
  School: (world) => ({
    fields: { _id: anId, name: 'Bay High', type: 'Middle', ordinal: 2, location },
    replies: { getSchools: () => last(world.as.student.call(listCalls.getSchools, {})) },
  }),
  'Focus area': (world) => ({
    fields: { _id: anId, name: world.client.area.name, name_es: '', ordinal: 1 },
    replies: { getFocusAreas: () => first(world.as.student.call(listCalls.getFocusAreas, {})) },
  }),
  Program: (world) => ({
    fields: { _id: anId, name: world.client.program.name, name_es: '', ordinal: 1 },
    replies: { getPrograms: () => first(world.as.student.call(listCalls.getPrograms, {})) },
  }),
  'Evaluation question': (world) => ({
    fields: { _id: anId, question_text: 'Arrives on time', question_text_es: 'Llega a tiempo', ordinal: 1 },
    replies: {
      getMyEvaluationQuestions: () =>
        first(world.as.business.call(evaluationCalls.getMyEvaluationQuestions, {})),
    },
  }),
  'Reflection question': (world) => ({
    fields: { question_text: 'What did you learn?', question_text_es: '', ordinal: 1, default: false },
    replies: {
      getMyReflectionQuestions: () => first(world.as.admin.call(listCalls.getMyReflectionQuestions, {})),
    },
  }),
  'Default reflection question': (world) => ({
    fields: {
      question_text: 'Why?',
      question_text_es: '¿Por qué?',
      ordinal: expect.any(Number),
      default: true,
    },
    replies: {
      getDefaultReflectionQuestions: () =>
        last(world.as.admin.call(listCalls.getDefaultReflectionQuestions, {})),
    },
  }),
  'Site settings': (world) => ({
    fields: { ...filled.settings, logo: { ...aFile, _id: world.logo.id }, is_complete: true },
    replies: {
      getSettings: () => world.as.student.call(settingsCalls.getSettings, {}),
      saveSettings: async () => world.savedSettings,
      setSettingsAsComplete: () => world.as.admin.call(settingsCalls.setSettingsAsComplete, {}),
    },
  }),
  'Contact log entry': (world) => ({
    fields: filled.contact,
    replies: {
      student_contact_log_save_new: async () => world.contact.entry,
      get_student_contact_log_entries: () =>
        first(world.as.teacher.call(contactLogCalls.getContactLog, { student_id: world.student.id })),
    },
  }),
};
