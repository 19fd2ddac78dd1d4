import { Anchor, type AnchorProps } from '@mantine/core';

/**
 * An email to write to. Where it does not fit a line it breaks after its @, sooner than within a name; whoever has
 * it read to them hears it whole.
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
