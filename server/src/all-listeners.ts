import { addressReturned } from './messages/mail/returned-mail.ts';
import { signersChanged } from './people/contacts/signers.ts';
import { birthDateChanged } from './people/guardians/guardian-changes.ts';
import { askChangedSigners, followBirthDate } from './placements/agreements/signer-changes.ts';
import { reassignReturned } from './placements/evaluations/evaluator-changes.ts';
import { removeFromPlacements } from './placements/final-work/file-changes.ts';
import { ownFileRemoved } from './school-system/files/file-changes.ts';

/** What later wings do when something happens in an earlier one. Loading this file adds every listener, once. */
addressReturned.add(reassignReturned);
birthDateChanged.add(followBirthDate);
ownFileRemoved.add(removeFromPlacements);
signersChanged.add(askChangedSigners);
