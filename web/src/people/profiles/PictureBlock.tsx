import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import type { User } from '@waypost/contract/people/profiles/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { fileAddress } from '../../client/call.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { usePictureChooser } from './PictureChooser.tsx';

/** The picture or logo at the top of the user's own profile. */
export function PictureBlock({ user }: { user: User }) {
  const { choose, label, chooser } = usePictureChooser(user);
  const picture = user.profile_pic_id_fk;
  const name = accountName(user);
  return (
    <Group gap="md" wrap="nowrap">
      <Avatar name={name} src={picture ? fileAddress(picture) : undefined} size={72} />
      <Stack gap={4} align="flex-start" miw={0}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconCamera size={18} aria-hidden />}
          onClick={choose}
        >
          {label}
        </Button>
      </Stack>
      {chooser}
    </Group>
  );
}
