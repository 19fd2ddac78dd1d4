import { t } from '@waypost/contract/i18n';
import { type Rating, ratingChoices } from '@waypost/contract/placements/evaluations/rules';
import type { EvaluationQuestion } from '@waypost/contract/school-system/lists/calls';
import { wireName } from '@waypost/contract/wire-names';
import { useState } from 'react';
import { OwnText } from '../../client/OwnText.tsx';
import { type Ratings, ratingOf, withRating } from './evaluation-values.ts';
import classes from './RatingFields.module.css';

interface RatingFieldsProps {
  questions: readonly EvaluationQuestion[];
  ratings: Ratings;
  /** The rating of the questions that have none of their own. */
  rest: Rating;
  onChange: (ratings: Ratings) => void;
}

/** A rating scale for each question: a row on desktop, a list on a phone. */
export function RatingFields({ questions, ratings, rest, onChange }: RatingFieldsProps) {
  return questions.map(({ _id, question_text, question_text_es, ordinal }) => (
    <fieldset key={_id} className={classes.question}>
      <legend className={classes.text}>
        {ordinal}. <OwnText original={question_text} spanish={question_text_es} />
      </legend>
      <Scale
        name={`rating-${_id}`}
        value={ratingOf(ratings, rest, _id)}
        onChange={(choice) => onChange(withRating(ratings, _id, choice))}
      />
    </fieldset>
  ));
}

interface RateAllProps {
  rest: Rating;
  /** How many questions it rates. */
  unrated: number;
  onChange: (rest: Rating) => void;
}

/** One scale for all questions that are not rated one by one; it never changes a chosen rating. */
export function RateAll({ rest, unrated, onChange }: RateAllProps) {
  const [done, setDone] = useState<{ rating: Rating; count: number }>();
  return (
    <fieldset className={classes.all}>
      <legend className={classes.text}>{t('Rate all')}</legend>
      <Scale
        name="rate-all"
        value={rest}
        onChange={(rating) => {
          onChange(rating);
          setDone({ rating, count: unrated });
        }}
      />
      <p className={classes.done} role="status">
        {done ? outcome(done) : t('Sets every question you haven’t rated yourself.')}
      </p>
    </fieldset>
  );
}

const outcome = ({ rating, count }: { rating: Rating; count: number }) =>
  count === 0
    ? t('You already rated every question yourself.')
    : t('{count, plural, one {# question} other {# questions}} set to: {rating}.', {
        count,
        rating: wireName(rating),
      });

interface ScaleProps {
  name: string;
  value: Rating;
  onChange: (rating: Rating) => void;
}

function Scale({ name, value, onChange }: ScaleProps) {
  return (
    <div className={classes.scale}>
      {ratingChoices.map((choice) => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          {wireName(choice)}
        </label>
      ))}
    </div>
  );
}
