/** Why an operator's command does not take place, in one sentence. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}
