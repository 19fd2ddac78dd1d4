import { Button } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ScreenPath } from '@waypost/contract/access';
import type { ComponentType } from 'react';
import { MessagePanel } from '../../ui/MessagePanel.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface MessageScreenProps {
  title: string;
  text: string;
  icon: ComponentType<IconProps>;
  /** The link to continue, and its text. */
  to?: ScreenPath | undefined;
  way?: string | undefined;
}

/** A screen with a single message and a link to continue. */
export function MessageScreen({ title, text, icon, to, way }: MessageScreenProps) {
  return (
    <Screen title={title} width="narrow">
      <MessagePanel
        icon={icon}
        text={text}
        action={
          to && (
            <Button component={Link} to={to}>
              {way}
            </Button>
          )
        }
      />
    </Screen>
  );
}
