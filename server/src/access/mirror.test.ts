import { randomUUID } from 'node:crypto';
import type { Role } from '@waypost/contract/accounts/rules';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../testing/server.ts';

/*
 * The two-client mirror: every id of one school system, tried as every role of another, is refused exactly as
 * an id that nobody has, and nothing of the first school system changes.
 */
const server = startTestServer();

/** Ids of one client, by what they name. */
type Ids = Record<
  'client' | 'student' | 'business' | 'file' | 'opportunity' | 'application' | 'project' | 'hours',
  string
>;

const place = {
  street: '1 Main Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.9,
  lon: -76.4,
};
const anOpportunityForm = {
  ...place,
  userOverwroteLocation: false,
  opportunity_title: 'Taken over',
  short_description: '<p>Text</p>',
  skills_required: '<p>Text</p>',
  full_description: '<p>Text</p>',
  audience: 'Open',
  available_slots: 2,
  student_ids: [] as string[],
  opportunity_type: 'Onsite',
  internship_type: 'Internship',
  time_frame: 'Summer',
  paidUnpaid: 'Paid',
  application_open: '2026-01-01',
  application_close: '2026-12-01',
  employment_start: '2026-06-01',
  employment_stop: '2026-08-01',
  focus_areas: [],
  schools: [],
  programs: [],
};

/** What each call that names something is sent, in as many ways as it can name it. */
const sent: Partial<Record<CallName, (ids: Ids) => object[]>> = {
  getFileById: ({ file }) => [{ id: file }],
  getFile: ({ file }) => [{ id: file, name: 'resume.pdf' }],
  deleteFile: ({ file }) => [{ file_id: file }],
  saveUserFile: ({ student, file }) => [{ user_id: student, file_id: file, key: 'resume_file_id_fk' }],
  getUser: ({ student, business }) => [{ id: student }, { id: business }],
  updateLatLong: ({ student, opportunity }) => [
    { collection: 'users', id: student, lat: 1, lon: 1 },
    { collection: 'opportunities', id: opportunity, lat: 1, lon: 1 },
    { collection: 'schools', id: opportunity, lat: 1, lon: 1 },
  ],
  swapApprovalStatus: ({ student, business }) => [{ _id: student }, { _id: business }],
  editOpportunity: ({ opportunity }) => [{ ...anOpportunityForm, _id: opportunity }],
  createOpportunity: ({ student }) => [
    { ...anOpportunityForm, audience: 'Specific', available_slots: 0, student_ids: [student] },
  ],
  deleteOpportunity: ({ opportunity }) => [{ id: opportunity }],
  loadOpportunity: ({ opportunity }) => [{ opp_id: opportunity }],
  getBusinessInternshipStats: ({ business }) => [{ businessId: business }],
  getApplicationToOpportunity: ({ opportunity }) => [{ opp_id: opportunity }],
  getApplicants: ({ opportunity }) => [{ opp_id: opportunity }],
  getNewApplications: ({ opportunity }) => [{ opp_id: opportunity }],
  getApplicationById: ({ application }) => [{ app_id: application }],
  getApplicationsByStudent: ({ student }) => [{ student_id: student }],
  createApplication: ({ opportunity }) => [{ cover_letter: '<p>Please</p>', opportunity_id_fk: opportunity }],
  updateApplicationStatus: ({ application }) =>
    ['Offered', 'Accepted', 'Rescinded', 'Declined'].map((status) => ({
      application_id: application,
      status,
    })),
  loadStudentProject: ({ project }) => [{ project_id: project }],
  getProjectsByStudentId: ({ student }) => [{ student_id: student }],
  createHoursEntry: ({ project }) => [
    {
      project_id: project,
      start_date: '2026-03-02',
      end_date: '2026-03-02',
      total_hours: 1,
      text_log: 'Worked.',
    },
  ],
  deleteHoursEntry: ({ project, hours }) => [{ project_id: project, hours_log_id: hours }],
  approveHours: ({ project, hours }) => [{ project_id: project, hours_id: hours, business_approved: 1 }],
};

/** Calls whose input names nothing of a client's, so that there is nothing to try. */
const namesNothing: CallName[] = [
  'login',
  'logout',
  'signUp',
  'getCurrentUser',
  'resetPassword',
  'findUserByCode',
  'changePasswordById',
  'changePassword',
  'getUserData',
  'getClients',
  'getStates',
  'getSettings',
  'getPrograms',
  'getFocusAreas',
  'getSchools',
  'getUsersFiles',
  'uploadFile',
  'getResourceFiles',
  'saveProfile',
  'geocode',
  'getUserByEmail',
  'searchStudents',
  'filterUsers',
  'searchUsers',
  'countClientUsers',
  'getOpportunities',
  'getMyApplications',
  'getProjectsByStudent',
  'getInterns',
];

let theirs: Ids;
let strangers: [Role, Caller][];

beforeAll(async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business });
  const project = await server.aProject({ student, business, opportunity });
  const other = await server.anOpportunity({ business });
  const application = await server.anApplication({ student, opportunity: other });
  const hours = await server.someHours(project);
  const file = await server.aFile(student);
  theirs = {
    client: client.id,
    student: student.id,
    business: business.id,
    file: file.id,
    opportunity: opportunity.id,
    application: application.id,
    project: project.id,
    hours: hours.id,
  };
  const own = await server.aClient();
  strangers = [
    ['Student', server.as(await server.aStudent({ client: own }))],
    ['Business', server.as(await server.aBusiness({ client: own }))],
    ['Teacher', server.as(await server.aTeacher({ client: own }))],
    ['Admin', server.as(await server.anAdmin({ client: own }))],
    ['SuperAdmin', server.as(await server.aSuperAdmin())],
  ];
});

/** Everything that the first client has, as one text. */
async function everythingTheyHave(): Promise<string> {
  const { rows: tables } = await server.database.owner.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'client_id' order by 1`);
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.database.owner.query(
      `select to_jsonb(t)::text as row from ${name} t where client_id = $1 order by 1`,
      [theirs.client],
    );
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

const unknown = (ids: Ids) => Object.fromEntries(Object.keys(ids).map((key) => [key, randomUUID()])) as Ids;

test('every call either names nothing of a client or stands in the mirror', () => {
  const names = Object.keys(allCalls) as CallName[];
  expect(names.filter((name) => !sent[name] && !namesNothing.includes(name))).toEqual([]);
});

test('an id of another school system is answered exactly as one that nobody has, and changes nothing', async () => {
  const before = await everythingTheyHave();
  for (const [name, inputs] of Object.entries(sent) as [CallName, (ids: Ids) => object[]][]) {
    const call = allCalls[name] as Call;
    for (const [role, stranger] of strangers) {
      const forNobody = inputs(unknown(theirs));
      for (const [index, input] of inputs(theirs).entries()) {
        const [foreign, nobody] = [
          await stranger.send(call, input),
          await stranger.send(call, forNobody[index]),
        ];
        const told = [foreign.status, await foreign.text()];
        expect([role, name, input, ...told]).toEqual([role, name, input, nobody.status, await nobody.text()]);
      }
    }
  }
  expect(await everythingTheyHave()).toBe(before);
});

test('the mirror would show it: their own business is answered otherwise', async () => {
  const owner = server.as(await server.aTeacher({ clientId: theirs.client }));
  expect((await owner.send(allCalls.loadOpportunity as Call, { opp_id: theirs.opportunity })).status).toBe(
    200,
  );
});
