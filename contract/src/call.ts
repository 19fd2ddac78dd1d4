import * as z from 'zod';

/** What a browser needs to know of a call in order to make it. Its bundle contains nothing else of the call. */
export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** It can give this browser another session, or end the one that it has. No other call can. */
  readonly replacesSession?: true;
  /** It creates something, once for each `CREATION_KEY_HEADER` (docs/behavior/access.md#creating). */
  readonly creates?: true;
}

/** The part of a call that a browser's bundle contains. */
export const addressPart = ({ method, path, replacesSession, creates }: Address): Address => ({
  method,
  path,
  ...(replacesSession && { replacesSession }),
  ...(creates && { creates }),
});

/**
 * One call, defined once: the route, validation, typed client and reply fields are derived from it. `In` is what the
 * handler receives and the client passes, `Out` what the reply contains.
 */
export interface Call<In = unknown, Out = unknown> extends Address {
  readonly input: z.ZodType<In>;
  readonly reply: z.ZodType<Out>;
  /** `multipart` calls have one file in addition to their fields; `bytes` calls reply with a file's content. */
  readonly carries: 'json' | 'multipart' | 'bytes';
  /**
   * A GET that changes something rejects requests started by another site or by plain navigation
   * (docs/behavior/access.md#calls-that-change-something).
   */
  readonly changes: boolean;
  /** A POST that only reads: validated like any other, but not recorded as a change. */
  readonly onlyAsks?: true;
  /** The largest inputs, if `input` is looser: a server reads no more of a body than they can take. */
  readonly sizedBy?: z.ZodType;
}

/**
 * A list. With `limit`, it replies with a page of the fields that our screens show; without it, with every row and
 * every field (docs/behavior/access.md#lists).
 */
export interface ListCall<In = unknown, Out = unknown, Row = unknown> extends Call<In, Out> {
  /** A row of the whole list: every field that the caller may see. */
  readonly whole: z.ZodType<Row>;
}

/** `asList(post('/api/filter…', Input, z.array(RowOfPage)), RowOfWholeList)`. */
export const asList = <In, Out, Row>(call: Call<In, Out>, whole: z.ZodType<Row>): ListCall<In, Out, Row> => ({
  ...call,
  whole,
});

export type InputOf<C> = C extends Call<infer In, infer _> ? In : never;
export type ReplyOf<C> = C extends Call<infer _, infer Out> ? Out : never;

/** Calls without input ignore whatever is sent, such as `safe`. */
export const nothing = z.object({});
export type Nothing = z.infer<typeof nothing>;

export function get<I extends z.ZodType, O extends z.ZodType>(
  path: string,
  input: I,
  reply: O,
  options: { changes?: true; replacesSession?: true } = {},
): Call<z.infer<I>, z.infer<O>> {
  return { method: 'GET', path, input, reply, carries: 'json', changes: false, ...options } as Call<
    z.infer<I>,
    z.infer<O>
  >;
}

export function post<I extends z.ZodType, O extends z.ZodType>(
  path: string,
  input: I,
  reply: O,
  options: { onlyAsks?: true; replacesSession?: true; creates?: true; sizedBy?: z.ZodType } = {},
): Call<z.infer<I>, z.infer<O>> {
  return { method: 'POST', path, input, reply, carries: 'json', changes: true, ...options } as Call<
    z.infer<I>,
    z.infer<O>
  >;
}

export function upload<I extends z.ZodType, O extends z.ZodType>(
  path: string,
  input: I,
  reply: O,
  options: { creates?: true } = {},
): Call<z.infer<I>, z.infer<O>> {
  return { method: 'POST', path, input, reply, carries: 'multipart', changes: true, ...options } as Call<
    z.infer<I>,
    z.infer<O>
  >;
}

/** A file's content, in the reply of a `bytes` call. */
export interface FileBytes {
  content: AsyncIterable<Uint8Array>;
  contentType: string;
  /** Null if the size is not known in advance. */
  bytes: number | null;
  /** The file name for saving it. */
  name: string;
  /** Shown in the browser (images, PDFs) or downloaded. Anything executable is downloaded. */
  show: boolean;
  /** For an image: a browser may cache it under this tag, but must revalidate before showing it. Null: not cached. */
  tag: string | null;
}

export function download<I extends z.ZodType>(path: string, input: I): Call<z.infer<I>, FileBytes> {
  const reply = z.custom<FileBytes>();
  return { method: 'GET', path, input, reply, carries: 'bytes', changes: false } as Call<
    z.infer<I>,
    FileBytes
  >;
}

/** A file download whose request carries a secret, such as a password. */
export function postForFile<I extends z.ZodType>(path: string, input: I): Call<z.infer<I>, FileBytes> {
  const reply = z.custom<FileBytes>();
  return { method: 'POST', path, input, reply, carries: 'bytes', changes: true } as Call<
    z.infer<I>,
    FileBytes
  >;
}
