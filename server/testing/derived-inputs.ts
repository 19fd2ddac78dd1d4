import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { callAccess } from '@waypost/contract/call-access';
import { type Role, roles } from '@waypost/contract/roles';
import * as z from 'zod';
import { valueFor } from '../../contract/testing/filled-in.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';

/** What the fields of inputs name, by their usual names. */
const named = {
  application_id: 'application',
  app_id: 'application',
  business_id: 'business',
  contact_id: 'contact',
  file_id: 'file',
  guardian_id: 'guardian',
  hours_id: 'hours',
  hours_log_id: 'hours',
  opp_id: 'opportunity',
  project_id: 'project',
  student_id: 'student',
} as const;

export type NamedRecord = (typeof named)[keyof typeof named];

const isId = (schema: z.ZodType) => schema.safeParse(AN_ID).success && !schema.safeParse('Some text').success;
const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success;

const fieldsOf = (name: CallName): [string, z.ZodType][] => {
  const { input } = allCalls[name] as Call;
  return input instanceof z.ZodObject ? (Object.entries(input.shape) as [string, z.ZodType][]) : [];
};

/** The fields of an input that only an id fits, by their paths. */
function idsIn(schema: z.ZodType, path: string[] = []): string[] {
  const inside = (part: unknown, ...below: string[]) => idsIn(part as z.ZodType, [...path, ...below]);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return inside(schema.unwrap());
  if (schema instanceof z.ZodIntersection) return [...inside(schema.def.left), ...inside(schema.def.right)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option));
  if (schema instanceof z.ZodArray) return inside(schema.element, '0');
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, part]) => inside(part, field));
  return isId(schema) ? [path.join('.')] : [];
}

/** The fields of a call that only an id fits. */
export const idsOf = (name: CallName): string[] => idsIn((allCalls[name] as Call).input);

/** Whether each of these fields has a usual name, so that an input can be derived. */
export const haveUsualNames = (fields: readonly string[]) => fields.every((field) => field in named);

/** An input with every required field, and with every id if `allIds`. */
export function derivedInput(
  name: CallName,
  idOf: (what: NamedRecord) => string,
  { allIds = false }: { allIds?: boolean } = {},
): object {
  const fields = fieldsOf(name).filter(([, schema]) => !isOptional(schema) || (allIds && isId(schema)));
  return Object.fromEntries(
    fields.map(([field, schema]) => [
      field,
      isId(schema) && field in named ? idOf(named[field as keyof typeof named]) : valueFor(field, schema),
    ]),
  );
}

const callers = {
  Student: 'student',
  Business: 'business',
  Teacher: 'teacher',
  Admin: 'admin',
  SuperAdmin: 'owner',
} as const satisfies Record<Role, string>;

/** The first role that may make a call. */
export function derivedCaller(name: CallName): (typeof callers)[Role] | 'visitor' {
  const access = callAccess[name];
  if (access === 'anyone') return 'visitor';
  return callers[roles.find((role) => access[role]) ?? 'SuperAdmin'];
}
