import type { Call } from '@waypost/contract/call';
import type { Caller, Op, Parameters, Role, State, Student, User } from './state.ts';
import { isStudent, students } from './state.ts';
import type { Ids } from './world.ts';

/** Staff and a student's own files need only a session. */
type Need = 'session' | 'finished' | 'approved';
export type Access = 'anyone' | Partial<Record<Role, Need>>;

/**
 * A move: who may make it, in which ways, what it changes, and how it is requested. `does` states the handbook's rule on
 * its own, without imports from the product, so that a mistake in a rule cannot be in both.
 */
export interface Move {
  may: Access;
  /** How often people choose it; 1 if it is left out. */
  weight?: number;
  /** The parameters to choose from, sensible or not. */
  ways?: (state: State, user: User) => Partial<Parameters>[];
  /** Changes the state and returns the reply, or throws a refusal. */
  does: (state: State, op: Op, caller: Caller) => string;
  asks: (op: Op, ids: RowsOf) => [Call<never, unknown> | Call, object];
  /** A reply in the model's words, without ids and times. */
  says?: (body: never, op: Op) => string;
}

/** The ids of the rows that an action names. */
export interface RowsOf {
  all: Ids;
  application_id: string;
  project_id: string;
  entry_id: string;
  file_id: string;
  text_hash: string;
  reflection_id: string;
  user: (name: string) => { id: string; email: string };
}

/** Thrown for a reply that changes nothing. */
export class Only {
  readonly reply: string;
  constructor(reply: string) {
    this.reply = reply;
  }
}
export function only(reply: string): never {
  throw new Only(reply);
}
export const conflict = (sentence: string): never => only(`409 ${sentence}`);
export const notFound = (): never => only('404 not-found');

/** A student acts for themselves, and everyone else for any student. */
export const studentsOf = (user: User): readonly Student[] => (isStudent(user) ? [user] : students);

/** Each student, with each of these parameters. */
export const forStudents =
  (more: (state: State, student: Student) => Partial<Parameters>[] = () => [{}]) =>
  (state: State, user: User): Partial<Parameters>[] =>
    studentsOf(user).flatMap((student) => more(state, student).map((one) => ({ student, ...one })));

/** 404 for people whose placement or application it is not. */
export function requireParty({ user }: Caller, student: Student): void {
  if (user === 'rival' || user === 'outsider' || (isStudent(user) && user !== student)) notFound();
}

export const success = () => 'success';
