/** The text with no-break spaces, so that no line ends inside it. */
export const onOneLine = (text: string) => text.replaceAll(' ', '\u00a0');
