import { useQuery } from '@tanstack/react-query';
import { msg } from '@waypost/contract/i18n';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { type EvaluationQuestion, listCalls } from '@waypost/contract/school-system/lists/calls';
import { call } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import type { EditableList } from './editable-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { QuestionForm } from './QuestionForm.tsx';

const evaluationQuestions: EditableList<EvaluationQuestion> = {
  words: {
    title: msg('Evaluation Questions'),
    add: msg('Add evaluation question'),
    count: msg('{n, plural, one {# evaluation question} other {# evaluation questions}}'),
    none: msg('No evaluation questions yet'),
    lead: msg('These questions let businesses evaluate students on completing their opportunity.'),
    remove: msg('Delete the question'),
    removing: msg('You are going to delete this question: “{entry}”'),
    inUse: msg('This question is in use by {uses}, so it stays on the list.'),
    deleted: msg('Question successfully deleted'),
    addFirst: msg('Add Your First Evaluation Question'),
    startWithDefaults: msg('Start with Default Questions'),
    loaded: msg('You have saved the default questions'),
  },
  defaultWords: {
    addFirst: msg('Please add default questions with the plus icon above'),
    title: msg('Default Evaluation Questions'),
    lead: msg('These Questions will be the default Evaluation Questions presented to new clients.'),
  },
  useEntries: (asDefaults) =>
    useQuery(
      callQuery(
        asDefaults ? listCalls.getDefaultEvaluationQuestions : evaluationCalls.getMyEvaluationQuestions,
        {},
      ),
    ),
  reads: [evaluationCalls.getMyEvaluationQuestions, listCalls.getDefaultEvaluationQuestions],
  nameOf: (question) => question.question_text,
  spanishOf: (question) => question.question_text_es,
  // Answers are compared with those of earlier evaluations, so a reworded question must be a new entry.
  change: 'translate',
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteEvaluationQuestion, { id }),
  reorder: (list) => call(listCalls.reorderEvaluationQuestions, { list }),
  loadDefaults: () => call(listCalls.loadDefaultEvaluationQuestions, {}),
  Form: (props) => <QuestionForm list="evaluationQuestions" {...props} />,
};

/** Evaluation questions, or for a SuperAdmin the default ones (docs/behavior/lists.md#screens). */
export default function EvaluationQuestionsScreen() {
  return <ListScreen list={evaluationQuestions} />;
}
