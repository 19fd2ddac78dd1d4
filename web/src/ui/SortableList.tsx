import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Paper, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { msg, t } from '@waypost/contract/i18n';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './SortableList.module.css';

interface SortableListProps<Row> {
  /** The list's accessible name. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A row's name in announcements about moving it. */
  nameOf: (row: Row) => string;
  onReorder: (rows: Row[]) => void;
  children: (row: Row) => ReactNode;
  /** Buttons at a row's end, next to those that move it. */
  actions?: (row: Row) => ReactNode;
}

const instructions = msg(
  'To pick up an entry, press the space bar. While it is held, the arrow keys move it. Press the space bar again to put it down, or Escape to leave it where it was.',
);

type Direction = 'up' | 'down';

/** A list whose rows can be reordered: by dragging, by keyboard, or one position at a time by a button. */
export function SortableList<Row>({
  label,
  rows,
  rowKey,
  nameOf,
  onReorder,
  children,
  actions,
}: SortableListProps<Row>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ key: string; way: Direction; words: string } | null>(null);

  const placeOf = (id: UniqueIdentifier) => rows.findIndex((row) => rowKey(row) === id);
  const name = (id: UniqueIdentifier) => {
    const row = rows[placeOf(id)];
    return row === undefined ? '' : nameOf(row);
  };
  const put = (from: number, to: number) => onReorder(arrayMove([...rows], from, to));
  const words = (to: number) => t('place {to} of {n}', { to: to + 1, n: rows.length });

  function step(row: Row, way: Direction): void {
    const from = rows.indexOf(row);
    const to = from + (way === 'up' ? -1 : 1);
    put(from, to);
    setMoved({
      key: rowKey(row),
      way,
      words: t('{name} is now at {to}.', { name: nameOf(row), to: words(to) }),
    });
  }

  // A moved row loses the focus, and at the list's end its button is disabled.
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.querySelector(`[data-row="${CSS.escape(moved.key)}"]`);
    const [first, last] = moved.way === 'up' ? ['up', 'down'] : ['down', 'up'];
    const button =
      row?.querySelector<HTMLElement>(`[data-way="${first}"]:not(:disabled)`) ??
      row?.querySelector<HTMLElement>(`[data-way="${last}"]`);
    button?.focus();
  }, [moved]);

  // A row that was just picked up is over its own position. Announcing that would drown out that it was
  // picked up.
  const isNews = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      isNews.current = false;
      return t('{id} is picked up, at {words}.', { id: name(active.id), words: words(placeOf(active.id)) });
    },
    onDragOver: ({ active, over }) => {
      isNews.current ||= over?.id !== active.id;
      return over && isNews.current
        ? t('{id} is over {words}.', { id: name(active.id), words: words(placeOf(over.id)) })
        : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? t('{id} is put down at {words}.', { id: name(active.id), words: words(placeOf(over.id)) })
        : undefined,
    onDragCancel: ({ active }) =>
      t('{id} is back at {words}.', { id: name(active.id), words: words(placeOf(active.id)) }),
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t(instructions) } }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) put(placeOf(active.id), placeOf(over.id));
      }}
    >
      <SortableContext items={rows.map(rowKey)} strategy={verticalListSortingStrategy}>
        <Paper withBorder component="ul" ref={list} aria-label={label} className={classes.list}>
          {rows.map((row, place) => (
            <SortableRow key={rowKey(row)} id={rowKey(row)} name={nameOf(row)}>
              <div className={classes.content}>{children(row)}</div>
              <div className={classes.actions}>
                <Step way="up" name={nameOf(row)} disabled={place === 0} onStep={() => step(row, 'up')} />
                <Step
                  way="down"
                  name={nameOf(row)}
                  disabled={place === rows.length - 1}
                  onStep={() => step(row, 'down')}
                />
                {actions?.(row)}
              </div>
            </SortableRow>
          ))}
        </Paper>
      </SortableContext>
      <VisuallyHidden role="status">{moved?.words ?? ''}</VisuallyHidden>
    </DndContext>
  );
}

function SortableRow({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const sortable = useSortable({ id });
  const { transform, transition, isDragging } = sortable;
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.row}
      data-row={id}
      data-held={isDragging || undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        className={classes.handle}
        aria-label={t('Move {name}', { name })}
      >
        <IconGripVertical size={20} aria-hidden />
      </button>
      {children}
    </li>
  );
}

interface StepProps {
  way: Direction;
  name: string;
  disabled: boolean;
  onStep: () => void;
}

/** Moves a row up or down by one position, as an alternative to dragging. */
function Step({ way, name, disabled, onStep }: StepProps) {
  const Icon = way === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="subtle"
      size={44}
      className={classes.step}
      data-way={way}
      disabled={disabled}
      aria-label={way === 'up' ? t('Move {name} up', { name }) : t('Move {name} down', { name })}
      title={way === 'up' ? t('Move up') : t('Move down')}
      onClick={onStep}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
