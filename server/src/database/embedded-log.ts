/** Where the supervisor tells what it does: the server's log, or the console. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
