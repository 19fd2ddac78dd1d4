import { Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mayCall } from '@waypost/contract/call-access';
import { foldText } from '@waypost/contract/fold';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type FindResult, findCalls } from '@waypost/contract/oversight/find/calls';
import { FIND_FROM_CHARACTERS, type FoundKind, foundKinds } from '@waypost/contract/oversight/find/rules';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import type { Role } from '@waypost/contract/roles';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { callQuery } from '../../client/queries.ts';
import { personOf } from '../../client/session.ts';
import classes from './Finder.module.css';

/** How long typing has to pause before a search is sent. */
const WAIT_MS = 200;

const titles: Record<FoundKind, Message> = {
  student: msg('Students'),
  business: msg('Businesses'),
  teacher: msg('Teachers'),
  placement: msg('Placements'),
  opportunity: msg('Opportunities'),
};

/** The URL that a result opens, which depends on the role. */
function addressOf({ kind, _id }: FindResult, role: Role): string {
  if (kind === 'opportunity') return `/opportunity/view/${_id}`;
  if (kind !== 'placement') return `/profile/view/${_id}`;
  if (role === 'Student') return `/project/${_id}/hours`;
  return role === 'Business' ? `/interns/hours_log/${_id}` : `/admin/project/${_id}`;
}

interface Page {
  label: Message;
  to: string;
}

interface Choice {
  to: string;
  name: string;
  detail: string;
}

/** Ctrl+K: finds screens, and on the server people, placements and opportunities (docs/behavior/find.md). */
export default function Finder({
  session,
  pages,
  opened,
  onClose,
}: {
  session: CurrentUser;
  /** The screens of the person's menus. */
  pages: readonly Page[];
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Find anything')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close search') }}
    >
      <Search session={session} pages={pages} onClose={onClose} />
    </Modal>
  );
}

interface SearchProps {
  session: CurrentUser;
  pages: readonly Page[];
  onClose: () => void;
}

function Search({ session, pages, onClose }: SearchProps) {
  const { role } = session.user;
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, WAIT_MS);
  const isAsked = mayCall('find', personOf(session)) === 'yes' && settled.length >= FIND_FROM_CHARACTERS;
  const { data, isError } = useQuery({
    ...callQuery(findCalls.find, { text: settled }, { quiet: true, staleTime: 30_000 }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = text.length >= FIND_FROM_CHARACTERS && isAsked ? (data ?? []) : [];
  const groups: { title: string; choices: Choice[] }[] = [
    ...foundKinds.map((kind) => ({
      title: t(titles[kind]),
      choices: found
        .filter((one) => one.kind === kind)
        .map((one) => ({ to: addressOf(one, role), name: one.name, detail: one.detail })),
    })),
    { title: t('Pages'), choices: pagesNamed(pages, text) },
  ].filter(({ choices }) => choices.length > 0);
  const choices = groups.flatMap((group) => group.choices);
  const at = Math.min(place, choices.length - 1);
  const chosen = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another option is chosen.
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [at, typed]);

  const open = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    void navigate({ to: choice.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length > 0) {
      event.preventDefault();
      setPlace((at + step + choices.length) % choices.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      open(choices[at]);
    }
  };
  let index = -1;
  return (
    <>
      <TextInput
        data-autofocus
        label={t('Name, title, or page')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-activedescendant={choices.length > 0 ? `${list}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={100}
      />
      <div id={list} role="listbox" aria-label={t('Find anything')} className={classes.list}>
        {groups.map(({ title, choices: its }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not a fieldset.
          <div key={title} role="group" aria-label={title}>
            <div className={classes.group} aria-hidden>
              {title}
            </div>
            {its.map((choice) => {
              index += 1;
              const mine = index;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
                // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
                <div
                  key={`${choice.to} ${choice.name}`}
                  id={`${list}-${mine}`}
                  ref={mine === at ? chosen : undefined}
                  role="option"
                  aria-selected={mine === at}
                  className={classes.option}
                  onMouseMove={() => setPlace(mine)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => open(choice)}
                >
                  <span>{choice.name}</span>
                  {choice.detail && <span className={classes.detail}>{choice.detail}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">
        {t('{count, plural, =0 {Nothing found.} one {# result} other {# results}}', {
          count: choices.length,
        })}
      </VisuallyHidden>
      <p className={classes.note}>
        {isError
          ? t('We couldn’t search right now. Pages are still listed.')
          : choices.length === 0
            ? t('Nothing found.')
            : t('Press Ctrl+K anywhere to open this.')}
      </p>
    </>
  );
}

/** The pages whose names contain the text (`foldText`). */
function pagesNamed(pages: readonly Page[], text: string): Choice[] {
  return pages
    .map(({ label, to }) => ({ to, name: t(label), detail: '' }))
    .filter(({ name }) => foldText(name).includes(foldText(text)));
}
