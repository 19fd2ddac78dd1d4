import { useQuery } from '@tanstack/react-query';
import { DEFAULT_ZONE } from '@waypost/contract/settings/rules';
import { settingsQuery } from '../client/session.ts';

/** The time zone of the school system, in which interviews are agreed. */
export const useTimeZone = () => {
  const settings = useQuery(settingsQuery).data;
  return settings?.time_zone ?? DEFAULT_ZONE;
};
