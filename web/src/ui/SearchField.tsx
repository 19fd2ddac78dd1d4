import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef, useState } from 'react';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string;
  /** What is searched for now, as the address or the list has it. */
  value: string;
  /** Told half a second after the last key, and at once on Enter and on clearing. */
  onSearch: (text: string) => void;
}

const WAIT_MS = 500;

/** A field to search with, which waits until the person has stopped typing. */
export function SearchField({ value, onSearch, ...input }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address may change the search without the field: the back button does.
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
      rightSection={typed && <CloseButton aria-label={t('Clear the search')} onClick={clear} />}
      {...input}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(typed)}
    />
  );
}
