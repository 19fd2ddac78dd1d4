/** Shown until the product's own font has loaded. */
export const systemFonts = "system-ui, -apple-system, 'Segoe UI', sans-serif";

const ownFont = "'Inter Variable'";
export const fonts = `${ownFont}, ${systemFonts}`;

/** Loads the product's own font before the first text that uses it is shown. Without it, the system's font stays. */
export const loadOwnFont = (): Promise<unknown> =>
  document.fonts.load(`1em ${ownFont}`).catch(() => undefined);
