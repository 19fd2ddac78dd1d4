import { Skeleton, Text } from '@mantine/core';
import { IconBus } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { useMemo, useRef } from 'react';
import { useSettings, useUser } from '../../client/session.ts';
import { PlaceMap } from '../../ui/PlaceMap.tsx';
import { T } from '../../ui/T.tsx';
import { useNear } from '../../ui/use-near.ts';
import { directionsFrom, directionsTo } from './directions.ts';
import classes from './Opportunity.module.css';

/** The location, its distance, and transit directions. */
export function WherePanel({ opportunity }: { opportunity: Opportunity }) {
  const { role, location: home } = useUser();
  const tiles = useSettings()?.map_tiles_url;
  const { location, opportunity_title: title, distance } = opportunity;
  const markers = useMemo(
    () => (isPlaced(location) ? [{ id: 'here', lat: location.lat, lon: location.lon, name: title }] : []),
    [location, title],
  );
  const map = useRef<HTMLDivElement>(null);
  // Far down on a phone, so load the map only when the reader scrolls near it.
  const near = useNear(map);
  const fromHome = role === 'Student' ? directionsFrom(home, location) : null;
  return (
    <section aria-labelledby="where">
      <h2 id="where">{t('Where it is')}</h2>
      <p className={classes.address}>
        {location.street}
        <br />
        {location.city}, {location.state} {location.zip}
        {distance !== null && (
          <T
            m="<br/><b>{distance} miles</b> from your address"
            distance={distance.toFixed(2)}
            br={<br />}
            b={<strong />}
          />
        )}
      </p>
      <p className={classes.directions}>
        <IconBus size={18} aria-hidden />
        <span>
          <a href={directionsTo(location)} target="_blank" rel="noopener noreferrer">
            {t('Transit directions')}
          </a>{' '}
          <Text span size="sm" c="dimmed">
            {t('open Google Maps in a new tab')}
          </Text>
          {fromHome && (
            <>
              <br />
              <a href={fromHome} target="_blank" rel="noopener noreferrer">
                {t('Start from my address')}
              </a>{' '}
              <Text span size="sm" c="dimmed">
                {t('sends it to Google Maps')}
              </Text>
            </>
          )}
        </span>
      </p>
      {tiles && markers.length > 0 && (
        <div ref={map}>
          {near ? (
            <PlaceMap
              label={t('Map: {title}', { title })}
              tiles={tiles}
              markers={markers}
              zoom={13}
              height={320}
            />
          ) : (
            <Skeleton height={320} />
          )}
        </div>
      )}
    </section>
  );
}
