import type { EvaluationQuestion } from '@waypost/contract/evaluations/calls';
import { ratingChoices } from '@waypost/contract/evaluations/rules';
import { wireName } from '@waypost/contract/wire-names';
import { type Ratings, ratingOf, withRating } from './evaluation-values.ts';
import classes from './RatingFields.module.css';

interface RatingFieldsProps {
  questions: readonly EvaluationQuestion[];
  ratings: Ratings;
  onChange: (ratings: Ratings) => void;
}

/** A rating scale for each question: a row on desktop, a list on a phone. */
export function RatingFields({ questions, ratings, onChange }: RatingFieldsProps) {
  return questions.map(({ _id, question_text, ordinal }) => (
    <fieldset key={_id} className={classes.question}>
      <legend className={classes.text}>
        {ordinal}. {question_text}
      </legend>
      <div className={classes.scale}>
        {ratingChoices.map((choice) => (
          <label key={choice} className={classes.choice}>
            <input
              type="radio"
              name={`rating-${_id}`}
              value={choice}
              checked={ratingOf(ratings, _id) === choice}
              onChange={() => onChange(withRating(ratings, _id, choice))}
            />
            {wireName(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  ));
}
