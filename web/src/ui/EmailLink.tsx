import { Anchor, type AnchorProps } from '@mantine/core';

/**
 * A mailto link. If the address does not fit on a line, it breaks after the @ rather than within a name.
 * Screen readers read it as one word.
 */
export function EmailLink({ address, ...rest }: AnchorProps & { address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <Anchor href={`mailto:${address}`} aria-label={address} {...rest}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </Anchor>
  );
}
