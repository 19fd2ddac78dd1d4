/** Where the supervisor logs: the server's log, or the console. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
