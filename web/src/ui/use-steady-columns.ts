import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/**
 * The width of each column in percent, once the first rows are rendered, so that later rows do not change it.
 * Undefined while `isSteady` is false. Measured again for another screen width or other columns.
 */
export function useSteadyColumns(
  table: RefObject<HTMLTableElement | null>,
  columns: string,
  isSteady: boolean,
): readonly number[] | undefined {
  const [kept, setKept] = useState<{ columns: string; widths: number[] }>();
  const widths = isSteady && kept?.columns === columns ? kept.widths : undefined;

  useLayoutEffect(() => {
    const element = table.current;
    if (!element || !isSteady || widths) return;
    const headers = [...element.querySelectorAll('th')].map((header) => header.offsetWidth);
    const whole = headers.reduce((sum, width) => sum + width, 0);
    if (whole > 0) setKept({ columns, widths: headers.map((width) => (100 * width) / whole) });
  }, [table, columns, isSteady, widths]);

  useEffect(() => {
    if (!isSteady) return;
    const measureAgain = () => setKept(undefined);
    window.addEventListener('resize', measureAgain);
    return () => window.removeEventListener('resize', measureAgain);
  }, [isSteady]);
  return widths;
}
