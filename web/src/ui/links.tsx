import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button: `<LinkButton to="/opportunity/edit/$id" params={{ id }}>`. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
  <Button component="a" {...props} />
));

/** A link within text or a table: `to` and `params` are checked against the table of routes. */
export const TextLink = createLink((props: AnchorProps & LinkAttributes) => <Anchor {...props} />);

/** A link that is an icon alone: it needs an `aria-label`, and a tooltip that says the same. */
export const IconLink = createLink((props: ActionIconProps & LinkAttributes) => (
  <ActionIcon component="a" {...props} />
));
