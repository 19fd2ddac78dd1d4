/** Receives the supervisor's messages: the server's log, or the console. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
