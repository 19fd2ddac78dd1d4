import { NativeSelect, SimpleGrid, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Location } from '@waypost/contract/location';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { states } from '@waypost/contract/states';
import type { ReactNode } from 'react';
import { useSettings } from '../../client/session.ts';
import { PlaceMap, type Point } from '../../ui/PlaceMap.tsx';
import { type Filled, useZipPlace } from './use-zip-place.ts';

type AddressField = 'street' | 'city' | 'state' | 'zip';

interface LocationFieldsProps {
  value: Location;
  /** Whether the address is unchanged since it was saved; a changed one is geocoded again. */
  isSaved: boolean;
  errors: Partial<Record<AddressField, ReactNode>>;
  onChange: (field: AddressField, value: string) => void;
  /** Called with the city and the state of a ZIP code, as far as they may be filled in. */
  onFill: (fields: Filled) => void;
  onBlur: (field: AddressField) => void;
  onMovePin: (to: Point) => void;
  /** The center of the map while there is no pin. */
  nearby: Point | undefined;
  /** How near the map is to that, if not 10. */
  nearbyZoom?: number | undefined;
  /** Whether the section is open; the map renders only then. */
  shown: boolean;
  /** What the pin marks. */
  name?: string;
  /** Whether this is the person's own address, which a browser may fill in. */
  isOwn?: boolean;
}

const stateChoices = () => [
  { value: '', label: t('Choose a state') },
  ...Object.entries(states).map(([value, label]) => ({ value, label })),
];

/** An address, and the map with its pin, which can be dragged (docs/behavior/profiles.md#location). */
export function LocationFields({ value, errors, onChange, onBlur, shown, ...rest }: LocationFieldsProps) {
  const { isOwn = true, onFill, ...map } = rest;
  const zipPlace = useZipPlace(value, onFill);
  const field = (name: AddressField, autoComplete: string) => ({
    required: true,
    autoComplete: isOwn ? autoComplete : 'off',
    value: value[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onChange(name, currentTarget.value);
      zipPlace.noteChange(name, currentTarget.value);
    },
    onBlur: () => onBlur(name),
  });
  return (
    <Stack>
      <TextInput label={t('Street')} {...field('street', 'address-line1')} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {/* First, because it fills in the other two. */}
        <TextInput label={t('ZIP code')} inputMode="numeric" {...field('zip', 'postal-code')} />
        <TextInput label={t('City')} {...field('city', 'address-level2')} />
        <NativeSelect label={t('State')} data={stateChoices()} {...field('state', 'address-level1')} />
      </SimpleGrid>
      <VisuallyHidden role="status">{zipPlace.words}</VisuallyHidden>
      {shown && <Pin value={value} {...map} />}
    </Stack>
  );
}

type PinProps = Pick<
  LocationFieldsProps,
  'value' | 'isSaved' | 'onMovePin' | 'nearby' | 'nearbyZoom' | 'name'
>;

function Pin({ value, isSaved, onMovePin, nearby, nearbyZoom = 10, name = t('Your location') }: PinProps) {
  const settings = useSettings();
  const at = isPlaced(value) ? { lat: value.lat ?? 0, lon: value.lon ?? 0 } : nearby;
  if (!settings || !at) return <Text size="sm">{pinLine(value, isSaved)}</Text>;
  return (
    <div>
      <Text size="sm" mb="xs">
        {pinLine(value, isSaved)}
      </Text>
      <PlaceMap
        label={t('Map: {name}', { name: name.toLowerCase() })}
        tiles={settings.map_tiles_url}
        pin={{ at, name, onMove: onMovePin }}
        zoom={isPlaced(value) ? 13 : nearbyZoom}
        height="min(22rem, 60vh)"
      />
    </div>
  );
}

/** A hint about the pin's current state. */
function pinLine(value: Location, isSaved: boolean): string {
  if (value.userOverwroteLocation)
    return t('You placed the pin. It stays there until you change the address.');
  if (value.street.trim() === '')
    return t('We look up the address when you save. You can also place the pin yourself.');
  if (!isSaved)
    return t('We look up the address when you save. You can also drag the pin, or click where it belongs.');
  if (isPlaced(value)) return t('Not quite right? Drag the pin to the door, or click there.');
  return t(
    'We couldn’t find the address, so we can’t show distances. Drag the pin to the right place, or click there.',
  );
}
