import { Anchor } from '@mantine/core';
import type { FileRef } from '@waypost/contract/school-system/files/calls';
import { fileAddress } from '../../client/call.ts';
import { PhoneLink } from '../../client/PhoneLink.tsx';
import { EmailLink } from '../../ui/EmailLink.tsx';

/** A mailto link, or nothing. */
export const mailTo = (email: string | null | undefined) => (email ? <EmailLink address={email} /> : null);

/** A phone link, or nothing. */
export const telTo = (phone: string | null | undefined) => (phone ? <PhoneLink phone={phone} /> : null);

/** A link to a file, or nothing. */
export const fileLink = (file: FileRef | null | undefined, words: string) =>
  file ? (
    <Anchor href={fileAddress(file)} target="_blank" rel="noopener">
      {words}
    </Anchor>
  ) : null;
