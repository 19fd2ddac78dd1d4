/** Why an operator's command was refused, in one sentence. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}
