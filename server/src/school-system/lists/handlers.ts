import { refuse } from '@waypost/contract/refusal';
import type { listCalls, Use } from '@waypost/contract/school-system/lists/calls';
import type { NewName } from '@waypost/contract/school-system/lists/forms';
import type { DefaultedList, ListName } from '@waypost/contract/school-system/lists/rules';
import type { Handlers, InTransaction } from '../../platform/access/handler.ts';
import {
  createEntry,
  deleteEntry,
  editEntry,
  findDefaults,
  loadDefaults,
  reorderList,
} from './list-entries.ts';
import { toDefaultQuestion, toListEntry, toQuestion, toSchool, toSchoolColumns, toState } from './present.ts';
import { findEntries, findStates, type RowOf } from './queries.ts';

type NamedList = 'focusAreas' | 'programs';
type QuestionList = 'evaluationQuestions' | 'reflectionQuestions';
type ToWire<List extends ListName, Wire> = (row: RowOf<List>) => Wire;
interface Order {
  list: { _id: string; ordinal: number }[];
}

/** The lists that forms offer, and their maintenance (docs/behavior/lists.md). */
export const listHandlers: Handlers<typeof listCalls> = {
  getStates: async (_, tx) => (await findStates(tx, {})).map(toState),

  getFocusAreas: all('focusAreas', toListEntry),
  getDefaultFocusAreas: defaults('focusAreas', toListEntry),
  loadDefaultFocusAreas: load('focusAreas', toListEntry),
  createFocusArea: createNamed('focusAreas'),
  editFocusArea: editNamed('focusAreas'),
  deleteFocusArea: removeUnused('focusAreas'),
  reorderFocusAreas: reorder('focusAreas'),

  getPrograms: all('programs', toListEntry),
  getDefaultPrograms: defaults('programs', toListEntry),
  loadDefaultPrograms: load('programs', toListEntry),
  createProgram: createNamed('programs'),
  editProgram: editNamed('programs'),
  deleteProgram: removeUnused('programs'),
  reorderPrograms: reorder('programs'),

  getSchools: all('schools', toSchool),
  createSchool: async (request, tx) => {
    const saved = await createEntry(tx, 'schools', toSchoolColumns(request.input), request);
    return { message: saved === 'taken' ? 'School Exists' : 'success' };
  },
  editSchool: async (request, tx) => {
    const { _id, revision, ...school } = request.input;
    const existing = await findEntries(tx, 'schools', request.actor.clientId);
    const before = existing.find(({ id }) => id === _id);
    const columns = toSchoolColumns(school, before);
    const saved = await editEntry(tx, 'schools', { _id, revision }, columns, request);
    return { message: saved === 'taken' ? 'School Exists' : 'success' };
  },
  deleteSchool: removeUnused('schools'),
  reorderSchools: reorder('schools'),

  getMyReflectionQuestions: all('reflectionQuestions', toQuestion),
  getDefaultReflectionQuestions: defaults('reflectionQuestions', toDefaultQuestion),
  loadDefaultQuestions: load('reflectionQuestions', toQuestion),
  createReflectionQuestion: createQuestion('reflectionQuestions'),
  editReflectionQuestion: async (request, tx) => {
    const { _id, revision, ...question } = request.input;
    await editEntry(tx, 'reflectionQuestions', { _id, revision }, question, request);
    return { message: 'success' };
  },
  deleteReflectionQuestion: removeQuestion('reflectionQuestions'),
  reorderReflectionQuestions: reorder('reflectionQuestions'),

  getDefaultEvaluationQuestions: defaults('evaluationQuestions', toDefaultQuestion),
  loadDefaultEvaluationQuestions: load('evaluationQuestions', toQuestion),
  createEvaluationQuestion: createQuestion('evaluationQuestions'),
  translateEvaluationQuestion: async (request, tx) => {
    const { _id, question_text_es, revision } = request.input;
    const existing = await findEntries(tx, 'evaluationQuestions', request.actor.clientId);
    const { question_text } = existing.find(({ id }) => id === _id) ?? refuse('not-found');
    await editEntry(
      tx,
      'evaluationQuestions',
      { _id, revision },
      { question_text, question_text_es },
      request,
    );
    return { message: 'success' };
  },
  deleteEvaluationQuestion: removeQuestion('evaluationQuestions'),
  reorderEvaluationQuestions: reorder('evaluationQuestions'),
};

function all<List extends ListName, Wire>(
  list: List,
  show: ToWire<List, Wire>,
): InTransaction<unknown, Wire[]> {
  return async ({ actor }, tx) => (await findEntries(tx, list, actor.clientId)).map((row) => show(row));
}

function defaults<List extends DefaultedList, Wire>(
  list: List,
  show: ToWire<List, Wire>,
): InTransaction<unknown, Wire[]> {
  return async (_, tx) => (await findDefaults(tx, list)).map((row) => show(row));
}

function load<List extends DefaultedList, Wire>(
  list: List,
  show: ToWire<List, Wire>,
): InTransaction<unknown, Wire[]> {
  return async (request, tx) => (await loadDefaults(tx, list, request)).map((row) => show(row));
}

function createNamed(list: NamedList): InTransaction<NewName, { message: 'success' | 'Already Exists' }> {
  return async (request, tx) => {
    const saved = await createEntry(tx, list, request.input, request);
    return { message: saved === 'taken' ? 'Already Exists' : 'success' };
  };
}

function editNamed(
  list: NamedList,
): InTransaction<
  NewName & { _id: string; revision?: number | undefined },
  { message: 'success' | 'Already Exists' }
> {
  return async (request, tx) => {
    const { _id, revision, ...names } = request.input;
    const saved = await editEntry(tx, list, { _id, revision }, names, request);
    return { message: saved === 'taken' ? 'Already Exists' : 'success' };
  };
}

function createQuestion(
  list: QuestionList,
): InTransaction<{ question_text: string; question_text_es: string }, { message: 'success' }> {
  return async (request, tx) => {
    await createEntry(tx, list, request.input, request);
    return { message: 'success' };
  };
}

/** `in use` says where and how often, and nothing is deleted. */
function removeUnused(
  list: NamedList | 'schools',
): InTransaction<{ id: string }, { message: 'success' | 'in use'; uses?: Use[] }> {
  return async (request, tx) => {
    const uses = await deleteEntry(tx, list, request.input.id, request);
    return uses.length > 0 ? { message: 'in use', uses } : { message: 'success' };
  };
}

/** Placements and evaluations store the questions' texts, so a question can always be deleted. */
function removeQuestion(list: QuestionList): InTransaction<{ id: string }, { message: 'success' }> {
  return async (request, tx) => {
    await deleteEntry(tx, list, request.input.id, request);
    return { message: 'success' };
  };
}

function reorder(list: ListName): InTransaction<Order, { message: 'success' }> {
  return async (request, tx) => {
    await reorderList(tx, list, request.input.list, request);
    return { message: 'success' };
  };
}
