import { Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, type Ref, useId } from 'react';
import classes from './FormSection.module.css';
import { StatusBadge } from './StatusBadge.tsx';

interface FormSectionProps {
  title: string;
  /** An explanation, if the title alone is not enough. */
  lead?: string;
  /** The number of fields left to complete, or a badge if the section has no fields to count. */
  status: number | ReactNode;
  /** Makes the section collapsible. */
  fold?: Fold;
  children: ReactNode;
}

interface Fold {
  open: boolean;
  onToggle: () => void;
  /** The ref of the heading's button. */
  heading?: Ref<HTMLButtonElement>;
}

/**
 * A section of a long form, with a heading that says what is still missing. Closed sections stay in the DOM, so
 * input is not lost and an error can focus its field.
 */
export function FormSection({ title, lead, status, fold, children }: FormSectionProps) {
  const id = useId();
  const name = (
    <span id={`${id}-title`} className={classes.title}>
      {title}
    </span>
  );
  const badge = typeof status === 'number' ? <LeftToComplete fields={status} /> : status;
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      {fold ? (
        <h2 className={classes.heading}>
          <button
            ref={fold.heading}
            type="button"
            className={classes.bar}
            aria-expanded={fold.open}
            aria-controls={`${id}-fields`}
            onClick={fold.onToggle}
          >
            {name}
            {badge}
            <IconChevronDown size={20} aria-hidden className={classes.chevron} />
          </button>
        </h2>
      ) : (
        <div className={classes.bar}>
          <h2 className={classes.heading}>{name}</h2>
          {badge}
        </div>
      )}
      <Stack id={`${id}-fields`} className={classes.fields} hidden={fold && !fold.open}>
        {lead && (
          <Text c="dimmed" size="sm">
            {lead}
          </Text>
        )}
        {children}
      </Stack>
    </section>
  );
}

function LeftToComplete({ fields }: { fields: number }) {
  if (fields === 0) return <StatusBadge tone="good">{t('Complete')}</StatusBadge>;
  return <StatusBadge tone="attention">{t('{fields} to complete', { fields })}</StatusBadge>;
}
