import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconLanguage, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { OwnText } from '../../client/OwnText.tsx';
import { refresh } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { DeleteEntry } from './DeleteEntry.tsx';
import { EmptyList } from './EmptyList.tsx';
import type { EditableList, Entry } from './editable-list.ts';
import { useOrder } from './use-order.ts';

/**
 * A list maintained by an Admin, or its defaults by a SuperAdmin: adding, editing, deleting, and an order
 * that is saved separately (docs/behavior/lists.md#entries).
 */
export function ListScreen<E extends Entry>({ list }: { list: EditableList<E> }) {
  const asDefaults = useUser().role === 'SuperAdmin';
  const queries = useQueryClient();
  const query = list.useEntries(asDefaults);
  const order = useOrder(list, query.data);
  const form = useToggledForm<E>();
  const [leaving, setLeaving] = useState<E | null>(null);
  useFocusBack(form.toggle, order.isChanged || leaving !== null);
  const { title, lead } = (asDefaults && list.defaultWords) || list.words;
  const add = () => form.open(undefined);

  const toggle = (
    <Button
      ref={form.toggle}
      variant={form.shown || query.data?.length === 0 ? 'default' : 'filled'}
      leftSection={form.shown ? <IconX size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
      aria-expanded={form.shown !== null}
      onClick={form.shown ? form.close : add}
    >
      {form.shown ? t('Close') : t(list.words.add)}
    </Button>
  );

  return (
    <Screen
      title={t(title)}
      lead={t(lead)}
      width="narrow"
      action={order.isChanged ? <SaveOrder order={order} /> : toggle}
    >
      {form.shown && (
        <list.Form
          key={form.shown.entry?._id ?? 'new'}
          entry={form.shown.entry}
          onClose={form.close}
          onSaved={(another) => {
            void refresh(queries, ...list.reads);
            if (!another) form.close();
          }}
        />
      )}
      <Loaded
        query={query}
        empty={form.shown ? null : <EmptyList list={list} asDefaults={asDefaults} onAdd={add} />}
      >
        {() => (
          <div>
            <Group justify="space-between" gap="xs" mb="xs">
              <Text size="sm" c="dimmed" role="status">
                {t(list.words.count, { n: order.entries.length })}
              </Text>
              <Untranslated list={list} entries={order.entries} />
            </Group>
            <SortableList
              label={t(title)}
              rows={order.entries}
              rowKey={(entry) => entry._id}
              nameOf={list.nameOf}
              onReorder={order.change}
              actions={(entry) => (
                <Actions
                  list={list}
                  entry={entry}
                  onEdit={() => form.open(entry)}
                  onDelete={() => setLeaving(entry)}
                />
              )}
            >
              {(entry) => (
                <>
                  <Text fw={list.detailOf ? 600 : 400}>
                    {list.spanishOf ? (
                      <OwnText original={list.nameOf(entry)} spanish="" />
                    ) : (
                      list.nameOf(entry)
                    )}
                  </Text>
                  {list.detailOf && (
                    <Text size="sm" c="dimmed" component="div">
                      {list.detailOf(entry)}
                    </Text>
                  )}
                  {list.spanishOf?.(entry) && (
                    <Text size="sm" c="dimmed" lang="es">
                      {list.spanishOf(entry)}
                    </Text>
                  )}
                </>
              )}
            </SortableList>
          </div>
        )}
      </Loaded>
      <DeleteEntry
        list={list}
        entry={leaving}
        onClose={() => setLeaving(null)}
        onDeleted={({ _id }) => {
          if (form.shown?.entry?._id === _id) form.close();
        }}
      />
      <UnsavedChanges when={() => order.isChanged} />
    </Screen>
  );
}

/** Opens and closes the form for a new or existing entry. Closing it returns the focus to its toggle. */
function useToggledForm<E>() {
  const [shown, setShown] = useState<{ entry: E | undefined } | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !shown) toggle.current?.focus();
    wasShown.current = shown !== null;
  }, [shown]);
  return {
    shown,
    toggle,
    open: (entry: E | undefined) => setShown({ entry }),
    close: () => setShown(null),
  };
}

/** Saving the order or deleting a row removes the pressed button, so the focus moves to the toggle. */
function useFocusBack(toggle: RefObject<HTMLButtonElement | null>, isUnderWay: boolean): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isUnderWay && document.activeElement === document.body) toggle.current?.focus();
    was.current = isUnderWay;
  }, [toggle, isUnderWay]);
}

function SaveOrder({ order }: { order: Pick<ReturnType<typeof useOrder>, 'undo' | 'save' | 'isSaving'> }) {
  return (
    <Group gap="xs">
      <Button variant="default" onClick={order.undo} disabled={order.isSaving}>
        {t('Undo')}
      </Button>
      <Button onClick={order.save} loading={order.isSaving}>
        {t('Save Reorder')}
      </Button>
    </Group>
  );
}

/** Shows how many entries have no Spanish yet. */
function Untranslated<E extends Entry>({ list, entries }: { list: EditableList<E>; entries: readonly E[] }) {
  const { spanishOf } = list;
  const n = spanishOf ? entries.filter((entry) => spanishOf(entry) === '').length : 0;
  if (n === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('{n, plural, one {# is not in Spanish yet} other {# are not in Spanish yet}}', { n })}
    </Text>
  );
}

interface ActionsProps<E extends Entry> {
  list: EditableList<E>;
  entry: E;
  onEdit: () => void;
  onDelete: () => void;
}

function Actions<E extends Entry>({ list, entry, onEdit, onDelete }: ActionsProps<E>) {
  const name = list.nameOf(entry);
  return (
    <>
      {list.change === 'edit' && (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('Edit {name}', { name })}
          title={t('Edit')}
          onClick={onEdit}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
      {list.change === 'translate' && (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('Translate {name}', { name })}
          title={t('Translate')}
          onClick={onEdit}
        >
          <IconLanguage size={18} aria-hidden />
        </ActionIcon>
      )}
      {list.canDelete(entry) && (
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('Delete {name}', { name })}
          title={t('Delete')}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
