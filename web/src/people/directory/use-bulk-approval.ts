import { t } from '@waypost/contract/i18n';
import { type ListedUser, peopleCalls } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { useRef, useState } from 'react';
import { isFailure } from '../../client/failure.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useShown } from './use-people.ts';

/** An account that was not changed, and why. */
export interface RefusedRow {
  name: string;
  reason: string;
}

/** Activates or deactivates several accounts in sequence, and collects those that are refused. */
export function useBulkApproval() {
  const swap = useCall(peopleCalls.swapApprovalStatus, { quiet: true });
  const { show, recount } = useShown();
  const stopped = useRef(false);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [refusals, setRefusals] = useState<RefusedRow[]>([]);

  async function run(rows: readonly ListedUser[], approved: boolean): Promise<void> {
    const wanted = rows.filter((row) => row.approved !== approved);
    const refusedRows: RefusedRow[] = [];
    let done = 0;
    stopped.current = false;
    setRefusals([]);
    for (const [index, row] of wanted.entries()) {
      if (stopped.current) break;
      setProgress({ done: index, of: wanted.length });
      try {
        await swap.mutateAsync({ _id: row._id, approved });
        show({ ...row, approved, deactivated: !approved });
        done += 1;
      } catch (error) {
        // The session has expired, so the rest would fail too. This is reported elsewhere.
        if (isFailure(error, 'no-session')) break;
        refusedRows.push({ name: accountName(row), reason: reasonOf(error) });
      }
    }
    setProgress(null);
    void recount();
    setRefusals(refusedRows);
    if (done > 0)
      notify.success(
        approved
          ? t('{done, plural, one {# account is} other {# accounts are}} activated.', { done })
          : t('{done, plural, one {# account is} other {# accounts are}} deactivated and logged out.', {
              done,
            }),
        approved ? t('Activated') : t('De-Activated'),
      );
  }

  return {
    run,
    progress,
    refusals,
    stop: () => {
      stopped.current = true;
    },
    dismiss: () => setRefusals([]),
  };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : t('Something went wrong'));
