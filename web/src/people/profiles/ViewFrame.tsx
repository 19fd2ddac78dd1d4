import { Badge, Group, Stack, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import type { ReactNode } from 'react';
import { fileAddress } from '../../client/call.ts';
import { OwnNames } from '../../client/OwnText.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { profileName } from './profile-facts.ts';
import classes from './ViewFrame.module.css';

interface ViewFrameProps {
  user: SeenUser;
  /** Their school, or a business's town. */
  line: string;
  /** Next to the name, such as the approval badge. */
  status?: ReactNode;
  /** What staff can do with the account, below the header in its full width. */
  actions?: ReactNode;
  children: ReactNode;
  /** Next to the text on a wide screen, below it on a phone. */
  aside: ReactNode;
}

/** The header and the two columns of every profile. */
export function ViewFrame({ user, line, status, actions, children, aside }: ViewFrameProps) {
  const picture = user.profile_pic_id_fk;
  return (
    <Stack gap="lg">
      <Group gap="lg" wrap="nowrap" align="flex-start">
        <Avatar name={profileName(user)} src={picture ? fileAddress(picture) : undefined} size={96} />
        <Stack gap="xs">
          {line && <Text>{line}</Text>}
          {status}
          <FocusAreas areas={user.focus_areas ?? []} />
        </Stack>
      </Group>
      {actions}
      <div className={classes.columns}>
        <div className={classes.column}>{children}</div>
        <div className={classes.column}>{aside}</div>
      </div>
    </Stack>
  );
}

function FocusAreas({ areas }: { areas: readonly string[] }) {
  if (areas.length === 0) return null;
  return (
    <Group gap={6} component="ul" aria-label={t('Focus areas')} m={0} p={0} style={{ listStyle: 'none' }}>
      {areas.map((area) => (
        <Badge key={area} component="li" variant="light" size="lg" tt="none" fw={500}>
          <OwnNames names={[area]} />
        </Badge>
      ))}
    </Group>
  );
}
