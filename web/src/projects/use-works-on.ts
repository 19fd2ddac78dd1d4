import { useUser } from '../client/session.ts';

/** Whether this person works on placements: a student whose account is active. Everybody else reads. */
export function useWorksOn(): boolean {
  const { role, approved } = useUser();
  return role === 'Student' && approved;
}
