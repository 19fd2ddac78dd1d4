interface Adopted {
  sheet: CSSStyleSheet;
  users: number;
}

const adopted = new Map<string, Adopted>();

/**
 * Applies generated styles once, however many callers need them, until the last one removes them. The content
 * security policy blocks style elements that the build does not know, but not constructed style sheets.
 */
export function adoptStyles(css: string): () => void {
  const one = adopted.get(css) ?? { sheet: made(css), users: 0 };
  adopted.set(css, one);
  one.users += 1;
  return () => {
    one.users -= 1;
    if (one.users > 0) return;
    adopted.delete(css);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== one.sheet);
  };
}

function made(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
