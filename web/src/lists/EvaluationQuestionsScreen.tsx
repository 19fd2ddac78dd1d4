import { useQuery } from '@tanstack/react-query';
import { type EvaluationQuestion, evaluationCalls } from '@waypost/contract/evaluations/calls';
import { listCalls } from '@waypost/contract/lists/calls';
import { call } from '../client/call.ts';
import { callQuery } from '../client/queries.ts';
import type { KeptList } from './kept-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { QuestionForm } from './QuestionForm.tsx';

const evaluationQuestions: KeptList<EvaluationQuestion> = {
  words: {
    title: 'Evaluation Questions',
    one: 'evaluation question',
    many: 'evaluation questions',
    lead: 'These questions let businesses evaluate students on completing their opportunity. Not sure what to ask? An empty list can start with the default questions.',
    deleted: 'Question successfully deleted',
    addFirst: 'Add Your First Evaluation Question',
    startWithDefaults: 'Start with Default Questions',
    loaded: 'You have saved the default questions',
  },
  defaultWords: {
    title: 'Default Evaluation Questions',
    lead: 'These Questions will be the default Evaluation Questions presented to new clients.',
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
  // An evaluation is compared with the ones before it: another question is another entry.
  canEdit: false,
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteEvaluationQuestion, { id }),
  reorder: (list) => call(listCalls.reorderEvaluationQuestions, { list }),
  loadDefaults: () => call(listCalls.loadDefaultEvaluationQuestions, {}),
  Form: (props) => <QuestionForm list="evaluationQuestions" what="evaluation question" {...props} />,
};

/** Evaluation questions, or for a SuperAdmin the default ones (docs/behavior/lists.md#screens). */
export default function EvaluationQuestionsScreen() {
  return <ListScreen list={evaluationQuestions} />;
}
