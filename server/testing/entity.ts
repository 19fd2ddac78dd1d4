import type { Call } from '@waypost/contract/call';
import { expect } from 'vitest';
import type { aFilledWorld } from './filled-world.ts';
import type { Caller } from './server.ts';

export type World = Awaited<ReturnType<typeof aFilledWorld>>;

/** An entity: its fields as saved, and what each call returns for it. */
export interface Entity {
  fields: object;
  replies: Record<string, () => Promise<unknown>>;
}
export type Entities = Record<string, (world: World) => Entity>;

export const anId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
export const aMoment: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
export const words: unknown = expect.stringMatching(/\w/);
export const aPath: unknown = expect.stringMatching(/^\/files\/./);
export const aFile = { _id: anId, name: words, path: aPath };

export const inList = async (asked: Promise<readonly { _id: string }[]>, id: string) =>
  (await asked).find(({ _id }) => _id === id);
export const first = async (asked: Promise<readonly unknown[]>) => (await asked)[0];
export const last = async (asked: Promise<readonly unknown[]>) => (await asked).at(-1);

/** Calls a list without `limit` and returns its complete rows. */
export async function wholeList<In, Out>(caller: Caller, call: Call<In, Out>, input: object = {}) {
  return (await (await caller.send(call, input)).json()) as readonly { _id: string }[];
}
