/** The kind of the notice with this text, which the screen shows as a color. */
export function kindOf(words: HTMLElement): 'success' | 'warning' | 'error' | undefined {
  return words.closest<HTMLElement>('[role="alert"]')?.dataset.kind as
    | 'success'
    | 'warning'
    | 'error'
    | undefined;
}
