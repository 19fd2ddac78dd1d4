import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { fileCalls, type ResourceFile } from '@waypost/contract/school-system/files/calls';
import { type ResourceType, resourceTypes } from '@waypost/contract/school-system/files/rules';
import { call, fileAddress } from '../../client/call.ts';
import { callQuery } from '../../client/queries.ts';
import { showMoment } from '../../ui/dates.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import type { EditableList } from '../lists/editable-list.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { ResourceForm } from './ResourceForm.tsx';
import { ResourceTranslation } from './ResourceTranslation.tsx';

const titles: Record<ResourceType, Message> = {
  student: msg('Student Resources'),
  business: msg('Business Resources'),
};
const leads: Record<ResourceType, Message> = {
  student: msg('Students see these forms and guides under Resources, in this order.'),
  business: msg('Businesses see these forms and guides under Resources, in this order.'),
};
const firsts: Record<ResourceType, Message> = {
  student: msg('Add Your First Student Resource'),
  business: msg('Add Your First Business Resource'),
};

function resourcesFor(type: ResourceType): EditableList<ResourceFile> {
  return {
    words: {
      title: titles[type],
      add: msg('Add resource'),
      count: msg('{n, plural, one {# resource} other {# resources}}'),
      none: msg('No resources yet'),
      lead: leads[type],
      remove: msg('Delete the resource'),
      removing: msg('You are going to delete this resource: “{entry}”'),
      inUse: msg('This resource is in use by {uses}, so it stays on the list.'),
      deleted: msg('File successfully deleted'),
      addFirst: firsts[type],
    },
    useEntries: () => useQuery(callQuery(fileCalls.getResourceFiles, { type })),
    reads: [fileCalls.getResourceFiles],
    nameOf: ({ name }) => name,
    detailOf: (file) => (
      <>
        <Anchor
          underline="always"
          href={fileAddress(file)}
          target="_blank"
          rel="noopener"
          aria-label={t('Open file {name}', { name: file.name })}
        >
          {t('Open file')}
        </Anchor>
        {` · ${t('Added {date}', { date: showMoment(file.createdAt) })}${file.no_delete ? ` · ${t('Cannot be deleted')}` : ''}`}
      </>
    ),
    spanishOf: ({ name_es }) => name_es,
    change: 'translate',
    canDelete: (file) => !file.no_delete,
    remove: (id) => call(fileCalls.deleteFile, { file_id: id }),
    reorder: (list) => call(fileCalls.reorderFiles, { list }),
    Form: ({ entry, onSaved, onClose }) =>
      entry ? (
        <ResourceTranslation entry={entry} onSaved={onSaved} onClose={onClose} />
      ) : (
        <ResourceForm type={type} onSaved={onSaved} />
      ),
  };
}

const lists = { student: resourcesFor('student'), business: resourcesFor('business') };

/** The resources for one role, maintained by an Admin (docs/behavior/files.md#resources). */
export default function ManageResourcesScreen() {
  const { type } = useParams({ from: '/admin/resources/$type' });
  const known = resourceTypes.find((each) => each === type.toLowerCase());
  if (known) return <ListScreen key={known} list={lists[known]} />;
  return (
    <Screen
      title={t('Page not found')}
      lead={t('There are resources for students and for businesses.')}
      width="narrow"
    >
      <Group>
        {resourceTypes.map((each) => (
          <LinkButton key={each} to="/admin/resources/$type" params={{ type: each }} variant="default">
            {t(titles[each])}
          </LinkButton>
        ))}
      </Group>
    </Screen>
  );
}
