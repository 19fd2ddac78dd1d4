/** Where the supervisor logs: the application's log, or the console. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
