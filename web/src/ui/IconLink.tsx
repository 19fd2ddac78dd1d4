import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { LinkAttributes } from './links.tsx';

/** A link that is an icon alone: it needs an `aria-label`, and a tooltip that says the same. */
export const IconLink = createLink((props: ActionIconProps & LinkAttributes) => (
  <ActionIcon component="a" {...props} />
));
