import { Input, Skeleton, Text } from '@mantine/core';
import { type ReactNode, Suspense, useId, useRef } from 'react';
import { lazyPart } from './lazy-part.ts';
import { type WordRange, wordLine, wordsIn } from './rich-text.ts';

// The editor is larger than the rest of a form, so the form shows without waiting for it.
const RichTextArea = lazyPart(() => import('./RichTextArea.tsx'));

export interface RichTextEditorProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  error?: ReactNode;
  /** The suggested length of the text. */
  suggested?: WordRange;
}

/**
 * A field for text with headings, lists and links. Use it like any other: `{...form.getInputProps('bio')}`.
 */
export function RichTextEditor({
  label,
  description,
  required,
  error,
  suggested,
  ...field
}: RichTextEditorProps) {
  const id = useId();
  const ids = {
    label: `${id}-label`,
    description: `${id}-description`,
    error: `${id}-error`,
    words: `${id}-words`,
  };
  /** Whether the form has moved the focus here before the editor has loaded, which then takes it over. */
  const isAwaited = useRef(false);
  const described = [description && ids.description, error && ids.error, ids.words].filter(Boolean).join(' ');
  return (
    <div>
      <Input.Label component="div" id={ids.label} required={required ?? false}>
        {label}
      </Input.Label>
      {description && (
        <Input.Description id={ids.description} mb={5}>
          {description}
        </Input.Description>
      )}
      <Suspense
        fallback={
          <Skeleton
            height={214}
            tabIndex={-1}
            data-refused={error ? true : undefined}
            onFocus={() => {
              isAwaited.current = true;
            }}
            onBlur={() => {
              isAwaited.current = false;
            }}
          />
        }
      >
        <RichTextArea
          {...field}
          isAwaited={isAwaited}
          attributes={{
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-labelledby': ids.label,
            'aria-describedby': described,
            'aria-invalid': error ? 'true' : 'false',
            'aria-required': required ? 'true' : 'false',
          }}
        />
      </Suspense>
      <Text size="sm" c="dimmed" mt={4} id={ids.words}>
        {wordLine(wordsIn(field.value), suggested)}
      </Text>
      {error && (
        <Input.Error id={ids.error} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
