import { Anchor, type AnchorProps } from '@mantine/core';
import { EmailText } from './EmailText.tsx';

/** A mailto link. Screen readers read the address as one word, wherever it breaks. */
export function EmailLink({ address, ...rest }: AnchorProps & { address: string }) {
  return (
    <Anchor href={`mailto:${address}`} aria-label={address} {...rest}>
      <EmailText address={address} />
    </Anchor>
  );
}
