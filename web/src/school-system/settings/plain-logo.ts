import { LOGO } from '@waypost/contract/school-system/settings/rules';
import { drawJpeg } from '../../ui/jpeg.ts';

const MARGIN = 8;
const MOST_LINES = 3;
/** Of the font's size. */
const LINE_HEIGHT = 1.15;
const LARGEST = 40;

/** The short name in the product's dark blue, in the logo's size, as a JPEG. */
export function plainLogo(shortName: string): Promise<Blob> {
  return drawJpeg(LOGO.width, LOGO.height, (drawing) => {
    const fontOf = (size: number) => `600 ${size}px ${getComputedStyle(document.body).fontFamily}`;
    drawing.font = fontOf(LARGEST);
    const { lines, size } = fit(shortName, (line) => drawing.measureText(line).width);
    drawing.font = fontOf(size);
    drawing.fillStyle = '#17386b';
    drawing.textAlign = 'center';
    drawing.textBaseline = 'middle';
    lines.forEach((line, index) => {
      const below = index - (lines.length - 1) / 2;
      drawing.fillText(line, LOGO.width / 2, LOGO.height / 2 + below * size * LINE_HEIGHT);
    });
  });
}

/** The lines in which the name is largest. `widthOf` measures a line at the largest size. */
function fit(name: string, widthOf: (line: string) => number): { lines: string[]; size: number } {
  const ways = Array.from({ length: MOST_LINES }, (_, more) => {
    const lines = linesOf(name.split(/\s+/), more + 1);
    const widest = Math.max(...lines.map(widthOf));
    const share = Math.min(
      1,
      (LOGO.width - 2 * MARGIN) / widest,
      (LOGO.height - 2 * MARGIN) / (lines.length * LARGEST * LINE_HEIGHT),
    );
    return { lines, size: LARGEST * share };
  });
  return ways.reduce((best, way) => (way.size > best.size ? way : best));
}

/** The words in at most so many lines of about equal length. */
function linesOf(words: readonly string[], count: number): string[] {
  const length = Math.ceil(words.join(' ').length / count);
  const lines: string[] = [];
  for (const word of words) {
    const together = `${lines.at(-1)} ${word}`;
    const starts = lines.length === 0 || (together.length > length && lines.length < count);
    if (starts) lines.push(word);
    else lines[lines.length - 1] = together;
  }
  return lines;
}
