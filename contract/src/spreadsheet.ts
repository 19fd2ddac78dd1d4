/** Text that a spreadsheet would run as a formula, even after blanks and control characters. */
export const FORMULA = /^[\s\0]*[=+\-@\t\r]/;
