import { useQuery } from '@tanstack/react-query';
import { msg } from '@waypost/contract/i18n';
import { type ListEntry, listCalls } from '@waypost/contract/school-system/lists/calls';
import { call } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import type { EditableList } from './editable-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { NameForm } from './NameForm.tsx';

const focusAreas: EditableList<ListEntry> = {
  words: {
    title: msg('Focus Areas'),
    add: msg('Add focus area'),
    count: msg('{n, plural, one {# focus area} other {# focus areas}}'),
    none: msg('No focus areas yet'),
    lead: msg(
      'The fields of work that opportunities belong to and students choose from. They appear in this order.',
    ),
    remove: msg('Delete the focus area'),
    removing: msg('You are going to delete this focus area: “{entry}”'),
    inUse: msg('This focus area is in use by {uses}, so it stays on the list.'),
    deleted: msg('Focus Area successfully deleted'),
    addFirst: msg('Add Your First Focus Area'),
    startWithDefaults: msg('Start with Default Focus Areas'),
    loaded: msg('You have saved the default Focus Areas'),
  },
  defaultWords: {
    addFirst: msg('Please add default focus areas with the plus icon above'),
    title: msg('Default Focus Areas'),
    lead: msg(
      'School systems can copy these focus areas to start their own list. Changes here don’t affect lists they already have.',
    ),
  },
  useEntries: (asDefaults) =>
    useQuery(callQuery(asDefaults ? listCalls.getDefaultFocusAreas : listCalls.getFocusAreas, {})),
  reads: [listCalls.getFocusAreas, listCalls.getDefaultFocusAreas],
  nameOf: ({ name }) => name,
  spanishOf: ({ name_es }) => name_es,
  change: 'edit',
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteFocusArea, { id }),
  reorder: (list) => call(listCalls.reorderFocusAreas, { list }),
  loadDefaults: () => call(listCalls.loadDefaultFocusAreas, {}),
  Form: (props) => <NameForm list="focusAreas" {...props} />,
};

/** Focus areas, or for a SuperAdmin the default ones (docs/behavior/lists.md#screens). */
export default function FocusAreasScreen() {
  return <ListScreen list={focusAreas} />;
}
