import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId } from 'react';
import classes from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  /** What is still to do in it, as a badge. */
  status: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** The heading's button. */
  heading?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * One of the sections of a long form: a heading that says what is still to complete, and opens and closes its
 * fields. They stay in the page while closed, so that nothing typed is lost and an error finds its field.
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
