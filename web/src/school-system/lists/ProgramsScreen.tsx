import { useQuery } from '@tanstack/react-query';
import { msg } from '@waypost/contract/i18n';
import { type ListEntry, listCalls } from '@waypost/contract/school-system/lists/calls';
import { call } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import type { EditableList } from './editable-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { NameForm } from './NameForm.tsx';

const programs: EditableList<ListEntry> = {
  words: {
    title: msg('Programs'),
    add: msg('Add program'),
    count: msg('{n, plural, one {# program} other {# programs}}'),
    none: msg('No programs yet'),
    lead: msg('The programs students enroll in. They appear in this order.'),
    remove: msg('Delete the program'),
    removing: msg('You are going to delete this program: “{entry}”'),
    inUse: msg('This program is in use by {uses}, so it stays on the list.'),
    deleted: msg('Program successfully deleted'),
    addFirst: msg('Add Your First Program'),
    startWithDefaults: msg('Start with Default Programs'),
    loaded: msg('You have saved the default Programs'),
  },
  defaultWords: {
    addFirst: msg('Please add default programs with the plus icon above'),
    title: msg('Default Programs'),
    lead: msg(
      'School systems can copy these programs to start their own list. Changes here don’t affect lists they already have.',
    ),
  },
  useEntries: (asDefaults) =>
    useQuery(callQuery(asDefaults ? listCalls.getDefaultPrograms : listCalls.getPrograms, {})),
  reads: [listCalls.getPrograms, listCalls.getDefaultPrograms],
  nameOf: ({ name }) => name,
  spanishOf: ({ name_es }) => name_es,
  change: 'edit',
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteProgram, { id }),
  reorder: (list) => call(listCalls.reorderPrograms, { list }),
  loadDefaults: () => call(listCalls.loadDefaultPrograms, {}),
  Form: (props) => <NameForm list="programs" {...props} />,
};

/** Programs, or for a SuperAdmin the default ones (docs/behavior/lists.md#screens). */
export default function ProgramsScreen() {
  return <ListScreen list={programs} />;
}
