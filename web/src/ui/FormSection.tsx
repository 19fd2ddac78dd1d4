import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId } from 'react';
import classes from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  /** A badge that says what is still missing. */
  status: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** The ref of the heading's button. */
  heading?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * A collapsible section of a long form, with a heading that says what is still missing. Closed sections stay
 * in the DOM, so input is not lost and an error can focus its field.
 */
export function FormSection({ title, status, open, onToggle, heading, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 className={classes.heading}>
        <button
          ref={heading}
          type="button"
          className={classes.button}
          aria-expanded={open}
          aria-controls={`${id}-fields`}
          onClick={onToggle}
        >
          <span id={`${id}-title`} className={classes.title}>
            {title}
          </span>
          {status}
          <IconChevronDown size={20} aria-hidden className={classes.chevron} />
        </button>
      </h2>
      <div id={`${id}-fields`} className={classes.fields} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
