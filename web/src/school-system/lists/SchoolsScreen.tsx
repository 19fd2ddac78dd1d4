import { useQuery } from '@tanstack/react-query';
import { msg, t } from '@waypost/contract/i18n';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { listCalls, type School } from '@waypost/contract/school-system/lists/calls';
import { wireName } from '@waypost/contract/wire-names';
import { call } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import type { EditableList } from './editable-list.ts';
import { ListScreen } from './ListScreen.tsx';
import { SchoolForm } from './SchoolForm.tsx';

const schools: EditableList<School> = {
  words: {
    title: msg('Manage Schools'),
    add: msg('Add school'),
    count: msg('{n, plural, one {# school} other {# schools}}'),
    none: msg('No schools yet'),
    lead: msg('The schools your students attend. They appear in this order.'),
    remove: msg('Delete the school'),
    removing: msg('You are going to delete this school: “{entry}”'),
    inUse: msg('This school is in use by {uses}, so it stays on the list.'),
    deleted: msg('School successfully deleted'),
    addFirst: msg('Add Your First School'),
  },
  useEntries: () => useQuery(callQuery(listCalls.getSchools, {})),
  reads: [listCalls.getSchools],
  nameOf: ({ name }) => name,
  detailOf: ({ type, location }) => {
    const place = [location.street, location.city, location.state].filter(Boolean).join(', ');
    const unplaced = isPlaced(location) ? [] : [t('not on the map')];
    return [wireName(type), place, ...unplaced].filter(Boolean).join(' · ');
  },
  change: 'edit',
  canDelete: () => true,
  remove: (id) => call(listCalls.deleteSchool, { id }),
  reorder: (list) => call(listCalls.reorderSchools, { list }),
  Form: SchoolForm,
};

/** Manage Schools (docs/behavior/lists.md#schools). */
export default function SchoolsScreen() {
  return <ListScreen list={schools} />;
}
