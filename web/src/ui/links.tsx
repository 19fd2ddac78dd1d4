import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';

export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link styled as a button: `<LinkButton to="/opportunity/edit/$id" params={{ id }}>`. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
  <Button component="a" {...props} />
));

/** A link in text or a table. `to` and `params` are type-checked against the routes. */
export const TextLink = createLink((props: AnchorProps & LinkAttributes) => <Anchor {...props} />);

/** A link to one of our screens when its path is only known as a string, such as in a notice. */
export function AddressLink({
  href,
  onFollow,
  ...attributes
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; onFollow?: () => void }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    onFollow?.();
    // Let the browser open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return <a {...attributes} href={href} onClick={follow} />;
}
