type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** A row by the names that its columns have in the database, which are also those on the wire. */
export type OnWire<Row> = { [Name in keyof Row & string as Snake<Name>]: Row[Name] };
/** A form by the names of the columns that store it. */
export type OfForm<Form> = { [Name in keyof Form & string as Camel<Name>]: Form[Name] };

/** No field besides those of `Wanted`: a field without a column does not compile. */
export type Exactly<Wanted, Given extends Wanted> = Given & Record<Exclude<keyof Given, keyof Wanted>, never>;

const renamed = (row: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]));

/** `businessBio` becomes `business_bio`. */
export const toWire = <Row extends object>(row: Row) =>
  renamed(row, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as OnWire<Row>;

/** `business_bio` becomes `businessBio`. */
export const toColumns = <Form extends object>(form: Form) =>
  renamed(form, (name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())) as OfForm<Form>;
