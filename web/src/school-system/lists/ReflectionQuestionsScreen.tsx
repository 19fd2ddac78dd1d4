import { useQuery } from '@tanstack/react-query';
import { msg } from '@waypost/contract/i18n';
import { listCalls, type ReflectionQuestion } from '@waypost/contract/school-system/lists/calls';
import { call } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import type { EditableList } from './editable-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { QuestionForm } from './QuestionForm.tsx';

const reflectionQuestions: EditableList<ReflectionQuestion> = {
  words: {
    title: msg('Reflection Questions'),
    add: msg('Add reflection question'),
    count: msg('{n, plural, one {# reflection question} other {# reflection questions}}'),
    none: msg('No reflection questions yet'),
    lead: msg(
      'Students answer these in order during a placement. A placement keeps the questions it started with.',
    ),
    remove: msg('Delete the question'),
    removing: msg('You are going to delete this question: “{entry}”'),
    inUse: msg('This question is in use by {uses}, so it stays on the list.'),
    deleted: msg('Question successfully deleted'),
    addFirst: msg('Add Your First Reflection Question'),
    startWithDefaults: msg('Start with Default Questions'),
    loaded: msg('You have saved the default questions'),
  },
  defaultWords: {
    addFirst: msg('Please add default questions with the plus icon above'),
    title: msg('Default Reflection Questions'),
    lead: msg(
      'School systems can copy these questions to start their own list. Changes here don’t affect lists they already have.',
    ),
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
  spanishOf: (question) => question.question_text_es,
  change: 'edit',
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteReflectionQuestion, { id }),
  reorder: (list) => call(listCalls.reorderReflectionQuestions, { list }),
  loadDefaults: () => call(listCalls.loadDefaultQuestions, {}),
  Form: (props) => <QuestionForm list="reflectionQuestions" {...props} />,
};

/** Reflection questions, or for a SuperAdmin the default ones (docs/behavior/lists.md#screens). */
export default function ReflectionQuestionsScreen() {
  return <ListScreen list={reflectionQuestions} />;
}
