import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string;
  /** The current search text, from the URL or the list. */
  value: string;
  /** Called half a second after the last key (debounced), and immediately on Enter and on clearing. */
  onSearch: (text: string) => void;
}

const WAIT_MS = 500;

/** A search field that waits until the person stops typing. */
export function SearchField({ value, onSearch, ...input }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The URL may change without the field, for example by the back button.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text !== value) onSearch(text);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, WAIT_MS, text);
  };
  const clear = () => {
    setTyped('');
    search('');
  };

  return (
    <TextInput
      type="search"
      autoComplete="off"
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed && <CloseButton iconSize={18} aria-label={t('Clear the search')} onClick={clear} />}
      {...input}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(typed)}
    />
  );
}
