import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { BUSINESS_GONE, whyNotApply } from '@waypost/contract/placements/applications/rules';

/** Why nobody can apply right now; null if a student who has not applied yet can. */
export function obstacleTo(opportunity: Opportunity): string | null {
  if (opportunity.business_id_fk._id === '') return t(BUSINESS_GONE);
  const business_approved = opportunity.business_id_fk.approved;
  return whyNotApply({ ...opportunity, ...opportunity.reportData, business_approved }, new Date());
}
