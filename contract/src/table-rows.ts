const BLOCK = /^(p|div|br|h[1-6]|ul|ol|li)$/;
const AROUND_ROWS = /^(table|thead|tbody|tfoot|colgroup|col|caption)$/;

/** HTML with a paragraph for each row of a table, its cells separated by “ | ”. Rich text has no tables. */
export function tablesAsRows(html: string): string {
  if (!/<t[dh]\b/i.test(html)) return html;
  let rows = '';
  let cells = 0;
  let isInCell = false;
  for (const part of html.split(/(<[^<>]*>)/)) {
    const [, isEnd = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(part.toLowerCase()) ?? [];
    if (name === 'tr') {
      rows += isEnd ? '</p>' : '<p>';
      cells = 0;
      isInCell = false;
    } else if (name === 'td' || name === 'th') {
      isInCell = isEnd === '';
      if (isInCell && cells > 0) rows += ' | ';
      if (isInCell) cells += 1;
    } else if (isInCell && BLOCK.test(name)) rows += ' ';
    else if (!AROUND_ROWS.test(name)) rows += part;
  }
  return rows;
}
