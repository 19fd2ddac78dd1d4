import * as z from 'zod';

/** A location on the wire: `state` is the two-letter code; `lat` and `lon` are in degrees, null before any lookup. */
export const Location = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  userOverwroteLocation: z.boolean(),
});
export type Location = z.infer<typeof Location>;
