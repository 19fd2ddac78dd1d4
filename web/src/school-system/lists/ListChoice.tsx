import { useQuery } from '@tanstack/react-query';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { useOwnName } from '../../client/own-names.ts';
import { callQuery } from '../../client/queries.ts';
import { ManyChoices } from '../../ui/ManyChoices.tsx';

/** These lists rarely change. */
const LASTS = { staleTime: 5 * 60_000 };

const lists = {
  schools: callQuery(listCalls.getSchools, {}, LASTS),
  programs: callQuery(listCalls.getPrograms, {}, LASTS),
  areas: callQuery(listCalls.getFocusAreas, {}, LASTS),
};

interface ListChoiceProps {
  list: keyof typeof lists;
  label: string;
  value: readonly string[] | undefined;
  onChange: (names: string[]) => void;
}

/** Selects any number of a school system's schools, programs or focus areas, by name. */
export function ListChoice({ list, label, value = [], onChange }: ListChoiceProps) {
  const { data } = useQuery<{ name: string }[]>(lists[list] as never);
  const names = (data ?? []).map(({ name }) => name);
  const ownName = useOwnName();
  return (
    <ManyChoices
      label={label}
      options={names}
      {...(list !== 'schools' && { nameOf: ownName })}
      value={value}
      onChange={onChange}
    />
  );
}
