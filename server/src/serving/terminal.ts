import pino, { type DestinationStream } from 'pino';

/** Where the server writes, such as standard output. */
interface Stream {
  write(text: string): unknown;
}

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

/**
 * A destination of the log for a person at a terminal: a short line for each entry, and none for a request that
 * succeeded. A collector gets JSON instead.
 */
export function toTerminal(stream: Stream): DestinationStream {
  return {
    write: (json) => {
      const line = JSON.parse(json) as Line;
      if (line.msg !== 'request' || Number(line.status) >= 400) stream.write(`${toText(line)}\n`);
    },
  };
}

/** What the start ends with at a terminal. */
export function whereToGo(publicUrl: string, outbox: string | null): string {
  const mails = outbox ? `Its emails are at ${publicUrl}${outbox}\n` : '';
  return `\nOpen ${publicUrl}\n${mails}Ctrl+C stops it.\n\n`;
}

function toText({ level, time, pid, hostname, msg, err, ...fields }: Line): string {
  const label = pino.levels.labels[level] ?? '';
  return [
    new Date(time).toTimeString().slice(0, 8),
    ...(label === 'info' ? [] : [`${label}:`]),
    ...(msg === undefined ? [] : [msg]),
    ...Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...(err?.stack ? [`\n${err.stack}`] : []),
  ]
    .join(' ')
    .replace(OTHER_THAN_NEW_LINES, ' ');
}

/** Control characters, which could change what the terminal shows. */
const OTHER_THAN_NEW_LINES = /(?!\n)\p{Cc}/gu;
