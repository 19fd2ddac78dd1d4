interface Adopted {
  sheet: CSSStyleSheet;
  users: number;
}

const adopted = new Map<string, Adopted>();

/**
 * Applies styles that are made while the application runs, once however many ask for them, until the last one lets
 * go. The content security policy allows no style element whose text the build does not know; a sheet that a script
 * adopts is no markup, and free.
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
