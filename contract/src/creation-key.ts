/** The header of the key that a program makes for each thing that it creates (docs/behavior/access.md#creating). */
export const CREATION_KEY_HEADER = 'idempotency-key';
