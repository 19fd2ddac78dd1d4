import { addressReturned } from './messages/mail/returned.ts';
import { signersChanged } from './people/contacts/signers.ts';
import { birthDateChanged } from './people/guardians/changing.ts';
import { askChangedSigners, followBirthDate } from './placements/agreements/changing.ts';
import { reassignReturned } from './placements/evaluations/changing.ts';

/** What later wings do when something happens in an earlier one. Loading this file adds every listener, once. */
addressReturned.add(reassignReturned);
birthDateChanged.add(followBirthDate);
signersChanged.add(askChangedSigners);
