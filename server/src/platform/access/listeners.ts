/**
 * What later wings do when something happens in an earlier one, which does not know them. `all-listeners.ts` adds every
 * listener; they run in the transaction of the change, one after the other.
 */
export function listeners<Args extends unknown[]>() {
  const added: ((...args: Args) => Promise<void>)[] = [];
  return {
    add(listener: (...args: Args) => Promise<void>): void {
      added.push(listener);
    },
    async tell(...args: Args): Promise<void> {
      for (const listener of added) await listener(...args);
    },
  };
}
