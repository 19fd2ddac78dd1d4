// A browser may forget what a table's parts are once they are drawn as cards: the roles say it in words.
export const says = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
