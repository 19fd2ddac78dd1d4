import { useUser } from '../../client/session.ts';

/** Whether this person can edit placements: a student whose account is active. Everybody else reads. */
export function useWorksOn(): boolean {
  const { role, approved } = useUser();
  return role === 'Student' && approved;
}
