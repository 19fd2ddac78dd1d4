/** Why an operator's command was not executed, in one sentence. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}
