import { Skeleton, Text } from '@mantine/core';
import { IconBus } from '@tabler/icons-react';
import type { Opportunity } from '@waypost/contract/opportunities/calls';
import { isPlaced } from '@waypost/contract/profiles/rules';
import { useMemo, useRef } from 'react';
import { useSettings, useUser } from '../client/session.ts';
import { PlaceMap } from '../ui/PlaceMap.tsx';
import { useNear } from '../ui/use-near.ts';
import { directionsAddress } from './directions.ts';
import classes from './Opportunity.module.css';

/** Where it is, how far that is, and how to get there without a car. */
export function WherePanel({ opportunity }: { opportunity: Opportunity }) {
  const { role, location: home } = useUser();
  const tiles = useSettings()?.map_tiles_url;
  const { location, opportunity_title: title, distance } = opportunity;
  const markers = useMemo(
    () => (isPlaced(location) ? [{ id: 'here', lat: location.lat, lon: location.lon, name: title }] : []),
    [location, title],
  );
  const map = useRef<HTMLDivElement>(null);
  // On a phone it stands far down: nobody waits for it who does not come near.
  const near = useNear(map);
  const directions = directionsAddress(role === 'Student' ? home : null, location);
  return (
    <section aria-labelledby="where">
      <h2 id="where">Where it is</h2>
      <p className={classes.address}>
        {location.street}
        <br />
        {location.city}, {location.state} {location.zip}
        {distance !== null && (
          <>
            <br />
            <strong>{distance.toFixed(2)} miles</strong> from your address
          </>
        )}
      </p>
      <p className={classes.directions}>
        <IconBus size={18} aria-hidden />
        <span>
          <a href={directions} target="_blank" rel="noopener noreferrer">
            Transit directions
          </a>{' '}
          <Text span size="sm" c="dimmed">
            open Google Maps in a new tab{role === 'Student' && ', which gets your address'}
          </Text>
        </span>
      </p>
      {tiles && markers.length > 0 && (
        <div ref={map}>
          {near ? (
            <PlaceMap label={`Map: ${title}`} tiles={tiles} markers={markers} zoom={13} height={320} />
          ) : (
            <Skeleton height={320} />
          )}
        </div>
      )}
    </section>
  );
}
