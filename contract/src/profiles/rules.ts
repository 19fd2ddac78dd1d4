import type { Role } from '../accounts/rules.ts';

export const genders = ['Male', 'Female', 'Non-Binary'] as const;
export const pronouns = ['He/Him', 'She/Her', 'They/Them'] as const;

/** A business's bio is suggested, not required, to be this long (document 1, section 5). */
export const BIO_WORDS = { from: 150, to: 250 } as const;

/** Years offered for graduation: current year minus 2 through plus 6, so that a first-year student fits. */
export function graduationYears(now: Date): number[] {
  const year = now.getUTCFullYear();
  return Array.from({ length: 9 }, (_, index) => year - 2 + index);
}

interface Named {
  role: Role;
  first_name: string;
  last_name: string;
  business_name: string;
}

/** The name a person is shown by: a business by its own, everybody else by theirs. */
export function displayName(user: Named): string {
  if (user.role === 'Business') return user.business_name;
  return `${user.first_name} ${user.last_name}`.trim();
}

/** 0,0 is how a place that no service could find is kept (document 1, section 8). */
export function isPlaced(location: { lat: number | null; lon: number | null }): boolean {
  return location.lat !== null && location.lon !== null && !(location.lat === 0 && location.lon === 0);
}
