/** The kind of the notice with this text, which a screen shows by color. */
export function kindOf(words: HTMLElement): 'success' | 'warning' | 'error' | undefined {
  const style = words.closest('[role="alert"]')?.getAttribute('style') ?? '';
  const [, color = ''] = /--mantine-color-(\w+)-/.exec(style) ?? [];
  return { teal: 'success', orange: 'warning', red: 'error' }[color] as
    | 'success'
    | 'warning'
    | 'error'
    | undefined;
}
