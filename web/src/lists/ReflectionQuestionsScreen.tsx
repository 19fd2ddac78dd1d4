import { useQuery } from '@tanstack/react-query';
import { listCalls, type ReflectionQuestion } from '@waypost/contract/lists/calls';
import { call } from '../client/call.ts';
import { callQuery } from '../client/queries.ts';
import type { KeptList } from './kept-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { QuestionForm } from './QuestionForm.tsx';

const reflectionQuestions: KeptList<ReflectionQuestion> = {
  words: {
    title: 'Reflection Questions',
    one: 'reflection question',
    many: 'reflection questions',
    lead: 'Students answer these in order during a placement. A placement keeps the questions it started with.',
    deleted: 'Question successfully deleted',
    addFirst: 'Add Your First Reflection Question',
    startWithDefaults: 'Start with Default Questions',
    loaded: 'You have saved the default questions',
  },
  defaultWords: {
    title: 'Default Reflection Questions',
    lead: 'These Questions will be the default Reflection Questions presented to new clients.',
  },
  useEntries: (asDefaults) =>
    useQuery(
      callQuery(
        asDefaults ? listCalls.getDefaultReflectionQuestions : listCalls.getMyReflectionQuestions,
        {},
      ),
    ),
  reads: [listCalls.getMyReflectionQuestions, listCalls.getDefaultReflectionQuestions],
  nameOf: (question) => question.question_text,
  canEdit: true,
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteReflectionQuestion, { id }),
  reorder: (list) => call(listCalls.reorderReflectionQuestions, { list }),
  loadDefaults: () => call(listCalls.loadDefaultQuestions, {}),
  Form: (props) => <QuestionForm list="reflectionQuestions" what="reflection question" {...props} />,
};

/** Reflection questions, or for a SuperAdmin the default ones (docs/behavior/lists.md#screens). */
export default function ReflectionQuestionsScreen() {
  return <ListScreen list={reflectionQuestions} />;
}
