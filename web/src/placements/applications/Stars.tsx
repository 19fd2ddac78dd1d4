import { VisuallyHidden } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { ApplicantNoteInput } from '@waypost/contract/placements/applications/forms';
import { stars } from '@waypost/contract/placements/applications/rules';
import { useId } from 'react';
import type * as z from 'zod';
import classes from './Stars.module.css';

export type StarCount = z.infer<typeof ApplicantNoteInput>['stars'];

const choices = stars.filter((count) => count > 0);
const wordsOf = (count: number) => t('{count, plural, one {1 star} other {# stars}}', { count });

/** A business's stars, filled and empty. */
export function Stars({ given }: { given: number }) {
  return (
    <span className={classes.given} role="img" aria-label={t('{given} of 5 stars', { given })}>
      {choices.map((count) =>
        count <= given ? (
          <IconStarFilled key={count} size={16} aria-hidden />
        ) : (
          <IconStar key={count} size={16} aria-hidden />
        ),
      )}
    </span>
  );
}

/** Chooses one to five stars. */
export function StarChoice({ value, onChange }: { value: StarCount; onChange: (stars: StarCount) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('Stars')} className={classes.stars}>
      {choices.map((count) => (
        <label key={count} className={classes.star} data-on={count <= value || undefined}>
          <input
            type="radio"
            name={name}
            value={count}
            checked={count === value}
            onChange={() => onChange(count)}
          />
          {count <= value ? <IconStarFilled size={24} aria-hidden /> : <IconStar size={24} aria-hidden />}
          <VisuallyHidden>{wordsOf(count)}</VisuallyHidden>
        </label>
      ))}
    </div>
  );
}
