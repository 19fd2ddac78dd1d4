import * as z from 'zod';
import { get, nothing } from '../call.ts';
import { Location } from '../profiles/calls.ts';
import { schoolTypes } from './rules.ts';

/** Focus areas and programs: a name in its order. */
export const ListEntry = z.object({ _id: z.string(), name: z.string(), ordinal: z.number() });
export type ListEntry = z.infer<typeof ListEntry>;

export const School = ListEntry.extend({ type: z.enum(schoolTypes), location: Location });
export type School = z.infer<typeof School>;

export const State = z.object({ _id: z.string(), code: z.string(), name: z.string() });
export type State = z.infer<typeof State>;

export const listCalls = {
  getStates: get('/api/getStates', nothing, z.array(State)),
  getPrograms: get('/api/getPrograms', nothing, z.array(ListEntry)),
  getFocusAreas: get('/api/getFocusAreas', nothing, z.array(ListEntry)),
  getSchools: get('/api/getSchools', nothing, z.array(School)),
};
