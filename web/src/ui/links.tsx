import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button: `<LinkButton to="/opportunity/edit/$id" params={{ id }}>`. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
  <Button component="a" {...props} />
));

/** A link within text or a table: `to` and `params` are checked against the table of routes. */
export const TextLink = createLink((props: AnchorProps & LinkAttributes) => <Anchor {...props} />);
