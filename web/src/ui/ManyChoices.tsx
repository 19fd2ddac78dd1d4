import { Checkbox, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { Disclosure } from './Disclosure.tsx';
import classes from './ManyChoices.module.css';

interface ManyChoicesProps {
  /** The kind of choices, such as "Schools". */
  label: string;
  options: readonly string[];
  /** How an option is shown, if not as it is. */
  nameOf?: (option: string) => string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/**
 * A filter with any number of choices: a button with the number selected, and checkboxes below it. Much
 * lighter than a search field with pills, and easier to use with a thumb.
 */
export function ManyChoices({ label, options, nameOf, value, onChange }: ManyChoicesProps) {
  const text = (
    <>
      {label}
      {value.length > 0 && <span className={classes.count}>{t('{n} chosen', { n: value.length })}</span>}
      <IconChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Disclosure label={text} className={classes.button} stays>
      {options.length === 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {t('Nothing to choose from.')}
        </Text>
      )}
      {/* Its `aria-label` would name the wrapper instead of the group. */}
      <Checkbox.Group
        value={[...value]}
        onChange={onChange}
        label={<VisuallyHidden>{label}</VisuallyHidden>}
        labelProps={{ display: 'contents' }}
      >
        <Stack gap={0} className={classes.options}>
          {options.map((option) => (
            <Checkbox
              key={option}
              value={option}
              label={nameOf?.(option) ?? option}
              classNames={{ body: classes.option }}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {value.length > 0 && (
        <button type="button" className={classes.clear} onClick={() => onChange([])}>
          {t('Clear')}
        </button>
      )}
    </Disclosure>
  );
}
