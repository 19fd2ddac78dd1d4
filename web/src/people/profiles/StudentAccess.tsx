import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { budgetCalls } from '@waypost/contract/platform/budgets/calls';
import { callQuery } from '../../client/queries.ts';
import type { Fact } from '../../ui/FactList.tsx';
import { Facts } from './Facts.tsx';

/** How much of its daily limits a business has used in finding and viewing students, for staff. */
export function StudentAccess({ businessId }: { businessId: string }) {
  const query = useQuery(callQuery(budgetCalls.getBudgets, { id: businessId }, { quiet: true }));
  const facts = (query.data ?? []).map(
    ({ noun, used, units }): Fact => [
      noun.charAt(0).toUpperCase() + noun.slice(1),
      t('{used} of {units}', { used, units }),
    ],
  );
  return <Facts title={t('Access to students in the last 24 hours')} facts={facts} />;
}
