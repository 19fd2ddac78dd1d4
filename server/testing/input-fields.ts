import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { BusinessProfile } from '@waypost/contract/people/profiles/forms';
import * as z from 'zod';

/** The fields of an input by their paths, including those of groups and of a list's first entry. */
export function fieldsOf(schema: unknown, path: string[] = []): string[][] {
  const own = path.length > 0 ? [path] : [];
  if (schema instanceof z.ZodIntersection)
    return [...fieldsOf(schema.def.left, path), ...fieldsOf(schema.def.right, path)];
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((option) => fieldsOf(option, path));
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return fieldsOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return [...own, ...fieldsOf(schema.element, [...path, '0']).slice(1)];
  if (!(schema instanceof z.ZodObject)) return own;
  return [
    ...own,
    ...Object.entries(schema.shape).flatMap(([name, field]) => fieldsOf(field, [...path, name])),
  ];
}

/** The fields of a call, including those of the profile's form. */
export const fieldsOfCall = (name: CallName) => [
  ...fieldsOf((allCalls[name] as Call).input),
  ...(name === 'saveProfile' ? fieldsOf(BusinessProfile, ['profile']).slice(1) : []),
];

/** The input with this value in this field; undefined removes the field. */
export function withField(input: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const field = rest.length > 0 ? withField(Reflect.get(Object(input), name), rest, value) : value;
  if (Array.isArray(input)) return [field, ...input.slice(1)];
  return { ...Object(input), [name]: field };
}

export const valueAt = (input: unknown, path: string[]) =>
  path.reduce<unknown>((at, part) => Reflect.get(Object(at), part), input);
