import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Location } from '@waypost/contract/profiles/calls';
import { isPlaced } from '@waypost/contract/profiles/rules';
import { states } from '@waypost/contract/states';
import type { ReactNode } from 'react';
import { useSettings } from '../client/session.ts';
import { PlaceMap, type Point } from '../ui/PlaceMap.tsx';

type AddressField = 'street' | 'city' | 'state' | 'zip';

interface LocationFieldsProps {
  value: Location;
  /** The address as it is saved: another one is looked up anew. */
  isSaved: boolean;
  errors: Partial<Record<AddressField, ReactNode>>;
  onChange: (field: AddressField, value: string) => void;
  onBlur: (field: AddressField) => void;
  onMovePin: (to: Point) => void;
  /** Where to look while this has no place of its own. */
  nearby: Point | undefined;
  /** A map is drawn only where it is seen. */
  shown: boolean;
}

const stateChoices = [
  { value: '', label: 'Choose a state' },
  ...Object.entries(states).map(([value, label]) => ({ value, label })),
];

/** An address, and the map with its pin, which can be dragged (document 1, sections 2 and 7). */
export function LocationFields({ value, errors, onChange, onBlur, shown, ...map }: LocationFieldsProps) {
  const field = (name: AddressField) => ({
    required: true,
    value: value[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(name, currentTarget.value),
    onBlur: () => onBlur(name),
  });
  return (
    <Stack>
      <TextInput label="Street" autoComplete="address-line1" {...field('street')} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="City" autoComplete="address-level2" {...field('city')} />
        <NativeSelect label="State" autoComplete="address-level1" data={stateChoices} {...field('state')} />
        <TextInput label="ZIP code" autoComplete="postal-code" inputMode="numeric" {...field('zip')} />
      </SimpleGrid>
      {shown && <Pin value={value} {...map} />}
    </Stack>
  );
}

type PinProps = Pick<LocationFieldsProps, 'value' | 'isSaved' | 'onMovePin' | 'nearby'>;

function Pin({ value, isSaved, onMovePin, nearby }: PinProps) {
  const settings = useSettings();
  const at = isPlaced(value) ? { lat: value.lat ?? 0, lon: value.lon ?? 0 } : nearby;
  if (!settings || !at) return <Text size="sm">{pinLine(value, isSaved)}</Text>;
  return (
    <div>
      <Text size="sm" mb="xs">
        {pinLine(value, isSaved)}
      </Text>
      <PlaceMap
        label="Map of your location"
        tiles={settings.map_tiles_url}
        pin={{ at, name: 'Your location', onMove: onMovePin }}
        zoom={isPlaced(value) ? 14 : 10}
        height="min(22rem, 60vh)"
      />
    </div>
  );
}

/** What the pin stands for just now. */
function pinLine(value: Location, isSaved: boolean): string {
  if (value.userOverwroteLocation)
    return 'You put the pin where it is. It stays there until you change the address.';
  if (value.street.trim() === '')
    return 'Your address is looked up when you save. You can also put the pin there yourself.';
  if (!isSaved) return 'Your address is looked up when you save. You can also drag the pin yourself.';
  if (isPlaced(value)) return 'Not quite right? Drag the pin to the door.';
  return 'Your address was not found, so distances are not known. Drag the pin to where you are.';
}
