import { useQueryClient } from '@tanstack/react-query';
import { type Guardian, guardianCalls } from '@waypost/contract/people/guardians/calls';
import { keyOf } from '../../client/queries.ts';
import { sessionQuery, useUser } from '../../client/session.ts';

/** Puts the returned guardians in the cache, and updates the profile's own guardian fields. */
export function useCacheGuardians(studentId: string): (guardians: Guardian[]) => void {
  const queries = useQueryClient();
  const { _id } = useUser();
  return (guardians) => {
    queries.setQueryData(keyOf(guardianCalls.getGuardians, { student_id: studentId }), guardians);
    const [parent, alternate] = guardians;
    if (_id === studentId)
      queries.setQueryData(
        sessionQuery.queryKey,
        (session) =>
          session && {
            ...session,
            user: {
              ...session.user,
              parent_name: parent?.name ?? '',
              parent_phone: parent?.phone ?? '',
              alternate_parent_name: alternate?.name ?? '',
              alternate_parent_phone: alternate?.phone ?? '',
            },
          },
      );
  };
}
