import type { BusinessEvaluation } from '@waypost/contract/placements/evaluations/calls';
import { wireName } from '@waypost/contract/wire-names';
import { OwnText } from '../../client/OwnText.tsx';
import classes from './Ratings.module.css';

/** The questions of an evaluation, worded as they were then, with the business's ratings. */
export function Ratings({ ratings }: Pick<BusinessEvaluation, 'ratings'>) {
  return (
    <dl className={classes.ratings}>
      {ratings.map(({ evaluation_question_id, question_text, question_text_es, rating }) => (
        <div key={evaluation_question_id}>
          <dt>
            <OwnText original={question_text} spanish={question_text_es} />
          </dt>
          <dd>{wireName(rating)}</dd>
        </div>
      ))}
    </dl>
  );
}
