import { Anchor } from '@mantine/core';
import { phoneHref, shownPhone } from '@waypost/contract/phones';

/** A link that calls a phone number, shown on one line. `phone` is one that a form accepts (`PHONE`). */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Anchor href={phoneHref(phone)} style={{ whiteSpace: 'nowrap' }}>
      {shownPhone(phone)}
    </Anchor>
  );
}
