import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, revision, said } from '../../fields.ts';
import { ListOrder } from '../../list-order.ts';
import { Location } from '../../location.ts';
import { NewName, NewQuestion, NewSchool, QuestionInSpanish } from './forms.ts';
import { schoolTypes, usePlaces } from './rules.ts';

const Named = z.object({ _id: z.string(), name: z.string(), ordinal: z.number(), revision });

/** Focus areas and programs: a name, in Spanish too (empty if it is not translated), and its position. */
export const ListEntry = Named.extend({ name_es: z.string() });
export type ListEntry = z.infer<typeof ListEntry>;

export const School = Named.extend({ type: z.enum(schoolTypes), location: Location });
export type School = z.infer<typeof School>;

/** A question that businesses answer about an intern. Ordinals start at 1. */
export const EvaluationQuestion = z.object({
  _id: z.string(),
  question_text: z.string(),
  /** In Spanish; empty if it is not translated. */
  question_text_es: z.string(),
  ordinal: z.number(),
  revision,
});
export type EvaluationQuestion = z.infer<typeof EvaluationQuestion>;

/** The questions of the caller's school system, in order. */
export const getMyEvaluationQuestions = get(
  '/api/getMyEvaluationQuestions',
  nothing,
  z.array(EvaluationQuestion),
);

/** `default`: a platform default that new school systems can start with. */
export const ReflectionQuestion = EvaluationQuestion.extend({ default: z.boolean() });
export type ReflectionQuestion = z.infer<typeof ReflectionQuestion>;

export const State = z.object({ _id: z.string(), code: z.string(), name: z.string() });
export type State = z.infer<typeof State>;

const Edited = z.object({ _id: id, revision: revision.optional() });

const ById = z.object({ id });

/** Where an entry is used and how often: the reason why it cannot be deleted. */
export const Use = z.object({ where: z.enum(usePlaces), count: z.number() });
export type Use = z.infer<typeof Use>;

const DeletedUnlessUsed = z.object({ message: z.enum(['success', 'in use']), uses: z.array(Use).optional() });

/** A GET that changes something (docs/behavior/access.md#calls-that-change-something). */
const changes = { changes: true } as const;

const creates = { creates: true } as const;

const ofNames = <const One extends string>(one: One) => ({
  all: get(`/api/get${one}s`, nothing, z.array(ListEntry)),
  defaults: get(`/api/getDefault${one}s`, nothing, z.array(ListEntry)),
  loadDefaults: get(`/api/loadDefault${one}s`, nothing, z.array(ListEntry), changes),
  create: post(`/api/create${one}`, NewName, said('success', 'Already Exists'), creates),
  edit: post(`/api/edit${one}`, NewName.extend(Edited.shape), said('success', 'Already Exists')),
  remove: post(`/api/delete${one}`, ById, DeletedUnlessUsed),
  reorder: post(`/api/reorder${one}s`, ListOrder, said('success')),
});

const ofQuestions = <const One extends string, Shown extends z.ZodType>(
  one: One,
  shown: Shown,
  loadDefaults: string,
) => ({
  defaults: get(`/api/getDefault${one}s`, nothing, z.array(shown)),
  loadDefaults: get(loadDefaults, nothing, z.array(shown), changes),
  create: post(`/api/create${one}`, NewQuestion, said('success'), creates),
  remove: post(`/api/delete${one}`, ById, said('success', 'fail')),
  reorder: post(`/api/reorder${one}s`, ListOrder, said('success')),
});

/** Each list's calls, by action. */
export const listsByName = {
  focusAreas: ofNames('FocusArea'),
  programs: ofNames('Program'),
  schools: {
    all: get('/api/getSchools', nothing, z.array(School)),
    create: post('/api/createSchool', NewSchool, said('success', 'School Exists', 'fail'), creates),
    edit: post('/api/editSchool', NewSchool.extend(Edited.shape), said('success', 'School Exists', 'fail')),
    remove: post('/api/deleteSchool', ById, DeletedUnlessUsed),
    reorder: post('/api/reorderSchools', ListOrder, said('success')),
  },
  reflectionQuestions: {
    all: get('/api/getMyReflectionQuestions', nothing, z.array(ReflectionQuestion)),
    ...ofQuestions('ReflectionQuestion', ReflectionQuestion, '/api/loadDefaultQuestions'),
    edit: post('/api/editReflectionQuestion', NewQuestion.extend(Edited.shape), said('success')),
  },
  evaluationQuestions: {
    all: getMyEvaluationQuestions,
    ...ofQuestions('EvaluationQuestion', EvaluationQuestion, '/api/loadDefaultEvaluationQuestions'),
    /**
     * Changes only its Spanish. The question itself cannot be edited, because evaluations are compared with earlier
     * ones.
     */
    translate: post(
      '/api/translateEvaluationQuestion',
      QuestionInSpanish.extend(Edited.shape),
      said('success'),
    ),
  },
};

const { focusAreas, programs, schools, reflectionQuestions, evaluationQuestions } = listsByName;

/** The same calls, by their names in the access table. Businesses need the evaluation questions too. */
export const listCalls = {
  getStates: get('/api/getStates', nothing, z.array(State)),

  getFocusAreas: focusAreas.all,
  getDefaultFocusAreas: focusAreas.defaults,
  loadDefaultFocusAreas: focusAreas.loadDefaults,
  createFocusArea: focusAreas.create,
  editFocusArea: focusAreas.edit,
  deleteFocusArea: focusAreas.remove,
  reorderFocusAreas: focusAreas.reorder,

  getPrograms: programs.all,
  getDefaultPrograms: programs.defaults,
  loadDefaultPrograms: programs.loadDefaults,
  createProgram: programs.create,
  editProgram: programs.edit,
  deleteProgram: programs.remove,
  reorderPrograms: programs.reorder,

  getSchools: schools.all,
  createSchool: schools.create,
  editSchool: schools.edit,
  deleteSchool: schools.remove,
  reorderSchools: schools.reorder,

  getMyReflectionQuestions: reflectionQuestions.all,
  getDefaultReflectionQuestions: reflectionQuestions.defaults,
  loadDefaultQuestions: reflectionQuestions.loadDefaults,
  createReflectionQuestion: reflectionQuestions.create,
  editReflectionQuestion: reflectionQuestions.edit,
  deleteReflectionQuestion: reflectionQuestions.remove,
  reorderReflectionQuestions: reflectionQuestions.reorder,

  getDefaultEvaluationQuestions: evaluationQuestions.defaults,
  loadDefaultEvaluationQuestions: evaluationQuestions.loadDefaults,
  createEvaluationQuestion: evaluationQuestions.create,
  translateEvaluationQuestion: evaluationQuestions.translate,
  deleteEvaluationQuestion: evaluationQuestions.remove,
  reorderEvaluationQuestions: evaluationQuestions.reorder,
};
