import { type ReactNode, useId } from 'react';
import classes from './Segments.module.css';

interface SegmentsProps<Value extends string> {
  choices: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

/**
 * A choice between two or three options, side by side. Styled with CSS only, because measuring would delay
 * the first paint.
 */
export function Segments<Value extends string>({ choices, value, onChange, ...named }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" className={classes.segments} {...named}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
