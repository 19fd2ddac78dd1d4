/** Thrown for a reply that changes nothing. */
export class Only {
  readonly reply: string;
  constructor(reply: string) {
    this.reply = reply;
  }
}
export function only(reply: string): never {
  throw new Only(reply);
}
export const conflict = (sentence: string): never => only(`409 ${sentence}`);
export const notFound = (): never => only('404 not-found');
