import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { filled } from '../../../testing/filled-world.ts';
import { startTestServer } from '../../../testing/server.ts';
import {
  opportunities,
  opportunitySchools,
  opportunityWords,
} from '../../platform/database/tables/opportunities.ts';

/* What a student finds by words, by kind, and for their own school (docs/behavior/browse.md#search). */
const server = startTestServer();
const { getOpportunities } = opportunityCalls;

async function aPair() {
  const client = await server.aClient();
  const student = await server.aStudent({ client, student: { schoolId: client.school.id } });
  const business = await server.aBusiness({ client, businessName: 'Skipjack Sailmakers' });
  const find = async (filter: object) => {
    const rows = await server.as(student).call(getOpportunities, { filter, limit: 40 });
    return rows.map((row) => row.opportunity_title).sort();
  };
  return { client, student, business, find };
}

test('finds words of the title, the texts and the business, with any ending and accents', async () => {
  const { business, find } = await aPair();
  await server.anOpportunity({ business, title: 'Boatyard intern' });
  await server.anOpportunity({
    business: await server.aBusiness({ clientId: business.clientId, businessName: 'Café Émile' }),
    title: 'Baker’s helper',
    fullDescription: '<p>You knead&nbsp;dough and <strong>decorate</strong> cakes.</p>',
  });
  const found = async (search: string) => find({ search });
  expect(await found('boat')).toEqual(['Baker’s helper', 'Boatyard intern']);
  expect(await found('cafe emile')).toEqual(['Baker’s helper']);
  expect(await found("baker's")).toEqual(['Baker’s helper']);
  expect(await found('boatyards')).toEqual(['Boatyard intern']);
  expect(await found('decorating CAKES')).toEqual(['Baker’s helper']);
  expect(await found('cafe')).toEqual(['Baker’s helper']);
  expect(await found('skipjack boatyard')).toEqual(['Boatyard intern']);
  expect(await found('skipjack dough')).toEqual([]);
  expect(await found('strong')).toEqual([]);
  expect(await found('  ')).toHaveLength(2);
  expect(await found('the')).toHaveLength(2);
});

test('finds a misspelled word, and only exact matches of a correct one', async () => {
  const { business, find } = await aPair();
  await server.anOpportunity({ business, title: 'Carpentry intern' });
  await server.anOpportunity({ business, title: 'Carpet fitter' });
  expect(await find({ search: 'carpentery' })).toEqual(['Carpentry intern']);
  expect(await find({ search: 'crapentry' })).toEqual(['Carpentry intern']);
  expect(await find({ search: 'carpet' })).toEqual(['Carpet fitter']);
  expect(await find({ search: 'astronomy' })).toEqual([]);
});

test('after editing, renaming or deleting, only the new words match', async () => {
  const { client, business, find } = await aPair();
  const { id } = await server.anOpportunity({ business, title: 'Boatyard intern' });
  await server.db.update(opportunities).set({ title: 'Rigger' }).where(eq(opportunities.id, id));
  expect(await find({ search: 'boatyard' })).toEqual([]);
  expect(await find({ search: 'rigger' })).toEqual(['Rigger']);
  await server.as(business).call(profileCalls.saveProfile, {
    profile: { ...filled.business, business_name: 'Oyster Point', location: filled.location },
  });
  expect(await find({ search: 'sailmakers' })).toEqual([]);
  expect(await find({ search: 'oyster' })).toEqual(['Rigger']);
  await server.db.delete(opportunities).where(eq(opportunities.id, id));
  const left = await server.db
    .select()
    .from(opportunityWords)
    .where(eq(opportunityWords.clientId, client.id));
  expect(left).toEqual([]);
});

test('a search neither finds nor corrects by another school system’s words', async () => {
  const { business, find } = await aPair();
  await server.anOpportunity({ business, title: 'Carpentry intern' });
  const other = await aPair();
  await server.anOpportunity({ business: other.business, title: 'Carpenter’s mate' });
  expect(await find({ search: 'carpentry' })).toEqual(['Carpentry intern']);
  expect(await other.find({ search: 'carpentry intern' })).toEqual([]);
});

test('a search takes two statements, one more if a word is misspelled, and also works for whole lists', async () => {
  const { student, business } = await aPair();
  await server.anOpportunity({ business, title: 'Carpentry intern' });
  await server.anOpportunity({ business, title: 'Rigger' });
  const ask = (search: string) => () =>
    server.as(student).call(getOpportunities, { filter: { search }, limit: 40 });
  const right = await statementsOf(server.database.app, ask('carpentry'));
  const wrong = await statementsOf(server.database.app, ask('carpnetry'));
  expect(wrong).toHaveLength(right.length + 1);
  const whole = await server.as(student).call(getOpportunities, { filter: { search: 'rigger' } });
  expect(whole.map((row) => row.opportunity_title)).toEqual(['Rigger']);
});

test('filters by type, time frame and format', async () => {
  const { business, find } = await aPair();
  await server.anOpportunity({ business, title: 'usual' });
  await server.anOpportunity({ business, title: 'apprentice', internshipType: 'Apprenticeship' });
  await server.anOpportunity({ business, title: 'spring', timeFrame: 'Spring' });
  await server.anOpportunity({ business, title: 'virtual', opportunityType: 'Virtual' });
  expect(await find({ internship_type: 'Apprenticeship' })).toEqual(['apprentice']);
  expect(await find({ time_frame: 'Spring' })).toEqual(['spring']);
  expect(await find({ opportunity_type: 'Virtual' })).toEqual(['virtual']);
  expect(await find({ opportunity_type: 'Onsite', time_frame: 'Summer' })).toEqual(['apprentice', 'usual']);
});

test('own school matches what names the student’s school', async () => {
  const { client, business, find } = await aPair();
  const { id } = await server.anOpportunity({ business, title: 'for us' });
  await server.anOpportunity({ business, title: 'for all' });
  await server.db
    .insert(opportunitySchools)
    .values({ clientId: client.id, opportunityId: id, schoolId: client.school.id });
  expect(await find({ own_school: true })).toEqual(['for us']);
  expect(await find({ own_school: false })).toEqual(['for all', 'for us']);
});
