import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { LinkAttributes } from './links.tsx';

/** A link with only an icon. It needs an `aria-label`, and a tooltip with the same text. */
export const IconLink = createLink((props: ActionIconProps & LinkAttributes) => (
  <ActionIcon component="a" {...props} />
));
