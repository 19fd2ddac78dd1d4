import { useQuery } from '@tanstack/react-query';
import { DEFAULT_ZONE } from '@waypost/contract/school-system/settings/rules';
import { settingsQuery } from './session.ts';

/** The school system's time zone. */
export const useTimeZone = () => {
  const settings = useQuery(settingsQuery).data;
  return settings?.time_zone ?? DEFAULT_ZONE;
};
