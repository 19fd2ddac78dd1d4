import type { Call } from '@waypost/contract/call';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { getMyEvaluationQuestions, listCalls } from '@waypost/contract/school-system/lists/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { expect, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { filled } from '../../../testing/filled-world.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { aWorld } from '../../../testing/world.ts';

/* Two people open the same form. The second one to save must not restore what the first one replaced. */
const server = startTestServer();

/** A call of any input. */
type Saving = Pick<Call, 'path'>;

/** A form's record: who edits it, its revision now, and the call that saves it. */
interface Edited {
  as: Caller;
  revision: () => Promise<number | null | undefined>;
  save: Saving;
  input: object;
}

type World = Awaited<ReturnType<typeof aWorld>>;
type Entries = () => Promise<{ _id: string; revision?: number | undefined }[]>;

/** The first entry of a list, saved with these fields. */
async function firstOf(as: Caller, entries: Entries, save: Saving, fields: object): Promise<Edited> {
  const [{ _id } = { _id: '' }] = await entries();
  const revision = async () => (await entries()).find((entry) => entry._id === _id)?.revision;
  return { as, revision, save, input: { ...fields, _id } };
}

const edited: Record<string, (world: World) => Promise<Edited>> = {
  async opportunity({ business, opportunity }) {
    const as = server.as(business);
    const load = () => as.call(opportunityCalls.loadOpportunity, { opp_id: opportunity.id });
    const { input } = minimalInputs(await aWorld(server)).createOpportunity;
    return {
      as,
      revision: async () => (await load()).revision,
      save: opportunityCalls.editOpportunity,
      input: { ...input, _id: opportunity.id },
    };
  },
  async profile({ teacher }) {
    const as = server.as(teacher);
    return {
      as,
      revision: async () => (await as.call(profileCalls.getUser, { id: teacher.id })).revision,
      save: profileCalls.saveProfile,
      input: { profile: { first_name: 'Tess', last_name: 'Reed' } },
    };
  },
  async teacher({ admin, teacher }) {
    const as = server.as(admin);
    return {
      as,
      revision: async () => (await as.call(profileCalls.getUser, { id: teacher.id })).revision,
      save: teacherCalls.editTeacher,
      input: { id: teacher.id, first_name: 'Tess', last_name: 'Reed', email: teacher.email },
    };
  },
  async settings({ admin }) {
    const logo = await server.aFile(admin, { contentType: 'image/jpeg' });
    const as = server.as(admin);
    const load = async () => Object(await as.call(settingsCalls.getSettings, {})) as { revision: number };
    return {
      as,
      revision: async () => (await load()).revision,
      save: settingsCalls.saveSettings,
      input: { ...filled.settings, default_password: 'a quiet lantern', logo: logo.id },
    };
  },
  async client({ client }) {
    const as = server.as(await server.aSuperAdmin());
    return {
      as,
      revision: async () => (await as.call(clientCalls.getClientById, { id: client.id })).revision,
      save: clientCalls.editClient,
      input: { _id: client.id, full_name: 'River Schools', short_name: 'RS', max_users: 500 },
    };
  },
  async administrator({ client, admin }) {
    const as = server.as(await server.aSuperAdmin());
    return firstOf(as, () => as.call(adminCalls.getAdminsByClient, { id: client.id }), adminCalls.editAdmin, {
      client: client.id,
      first_name: 'Ana',
      last_name: 'Reed',
      email: admin.email,
    });
  },
  async guardian({ student, admin }) {
    const as = server.as(admin);
    const key = { student_id: student.id };
    const fields = {
      name: 'Ana Cole',
      relationship: '',
      email: '',
      phone: '',
      language: 'en',
      may_sign: true,
    };
    return firstOf(as, () => as.call(guardianCalls.getGuardians, key), guardianCalls.saveGuardian, {
      ...key,
      ...fields,
    });
  },
  async contact({ business, admin }) {
    const as = server.as(admin);
    const key = { business_id: business.id };
    const fields = { name: 'Ana', email: 'ana@bay.test', phone: '(410)555-0100', roles: [] };
    return firstOf(as, () => as.call(contactCalls.getContacts, key), contactCalls.saveContact, {
      ...key,
      ...fields,
    });
  },
  async school({ admin }) {
    const as = server.as(admin);
    return firstOf(as, () => as.call(listCalls.getSchools, {}), listCalls.editSchool, {
      name: 'Bay High',
      type: 'High',
      street: '1 Main Street',
      city: 'Annapolis',
      state: 'MD',
      zip: '21401',
    });
  },
  async program({ admin }) {
    const as = server.as(admin);
    return firstOf(as, () => as.call(listCalls.getPrograms, {}), listCalls.editProgram, { name: 'Welding' });
  },
  async 'focus area'({ admin }) {
    const as = server.as(admin);
    return firstOf(as, () => as.call(listCalls.getFocusAreas, {}), listCalls.editFocusArea, {
      name: 'Boats',
    });
  },
  async 'reflection question'({ admin }) {
    const as = server.as(admin);
    return firstOf(
      as,
      () => as.call(listCalls.getMyReflectionQuestions, {}),
      listCalls.editReflectionQuestion,
      {
        question_text: 'What did you learn?',
      },
    );
  },
  async 'evaluation question'({ admin }) {
    const as = server.as(admin);
    return firstOf(as, () => as.call(getMyEvaluationQuestions, {}), listCalls.translateEvaluationQuestion, {
      question_text_es: '¿Llega a tiempo?',
    });
  },
};

test.for(Object.keys(edited))(
  'a %s that was saved since the form was opened is not saved again',
  async (name) => {
    const {
      as,
      revision: load,
      save,
      input,
    } = await (edited[name] as (typeof edited)[string])(await aWorld(server));
    const revision = await load();
    expect(revision).toBeGreaterThan(0);
    const first = await as.send(save as Call, { ...input, revision });
    expect([first.status, await first.text()]).toEqual([200, expect.any(String)]);
    expect(await load()).toBeGreaterThan(revision ?? 0);

    const before = await everything(server.database.owner);
    const second = await as.refusal(save as Call, { ...input, revision });
    expect([second.status, second.problem.type]).toEqual([409, '/problems/changed-meanwhile']);
    expect(await everything(server.database.owner)).toBe(before);

    expect((await as.send(save as Call, { ...input, revision: await load() })).status).toBe(200);
    expect((await as.send(save as Call, input)).status).toBe(200);
  },
);

test('of two saves at the same time from the same revision, one is refused', async () => {
  const {
    as,
    revision: load,
    save,
    input,
  } = await (edited.opportunity as (typeof edited)[string])(await aWorld(server));
  const revision = await load();
  const both = await Promise.all([
    as.send(save as Call, { ...input, revision }),
    as.send(save as Call, { ...input, revision }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a changed guardian or contact counts as a change of the profile that shows it', async () => {
  const { student, business, admin } = await aWorld(server);
  const revisionOf = async (id: string) =>
    (await server.as(admin).call(profileCalls.getUser, { id })).revision;
  for (const [id, part] of [
    [student.id, 'guardian'],
    [business.id, 'contact'],
  ] as const) {
    const before = await revisionOf(id);
    const { rowCount } = await server.database.owner.query(
      part === 'guardian'
        ? `update guardians set phone = '' where student_id = $1`
        : `update business_contacts set phone = '' where business_id = $1`,
      [id],
    );
    expect([part, rowCount]).toEqual([part, expect.any(Number)]);
    expect([part, (await revisionOf(id)) ?? 0]).not.toEqual([part, before]);
  }
});
