import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link styled as a button: `<LinkButton to="/opportunity/edit/$id" params={{ id }}>`. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
  <Button component="a" {...props} />
));

/** A link in text or a table. `to` and `params` are type-checked against the routes. */
export const TextLink = createLink((props: AnchorProps & LinkAttributes) => <Anchor {...props} />);
