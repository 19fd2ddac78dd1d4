import { useQuery } from '@tanstack/react-query';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { callQuery } from '../../client/queries.ts';

const HALF_AN_HOUR = 1_800_000;
const once = { staleTime: HALF_AN_HOUR, noticed: true };
const names = (list: readonly { name: string }[] | undefined) => (list ?? []).map(({ name }) => name);

/** The names on the school system's lists, as a form's choices; empty until loaded, and without a connection. */
export function useListNames() {
  const schools = useQuery(callQuery(listCalls.getSchools, {}, once));
  const programs = useQuery(callQuery(listCalls.getPrograms, {}, once));
  const focusAreas = useQuery(callQuery(listCalls.getFocusAreas, {}, once));
  return {
    schools: names(schools.data),
    programs: names(programs.data),
    focusAreas: names(focusAreas.data),
    isLoading: schools.isLoading || programs.isLoading || focusAreas.isLoading,
  };
}
