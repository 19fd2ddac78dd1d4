import { useQueryClient } from '@tanstack/react-query';
import { type Contact, contactCalls } from '@waypost/contract/people/contacts/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { keyOf, refresh } from '../../client/queries.ts';
import { sessionQuery } from '../../client/session.ts';

/** Puts the returned contacts in the cache, and refetches what shows them: the profile and the placements. */
export function useCacheContacts(businessId: string): (contacts: Contact[]) => void {
  const queries = useQueryClient();
  return (contacts) => {
    queries.setQueryData(keyOf(contactCalls.getContacts, { business_id: businessId }), contacts);
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void refresh(queries, profileCalls.getUser, projectCalls.getInterns, projectCalls.loadStudentProject);
  };
}
