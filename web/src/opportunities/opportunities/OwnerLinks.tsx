import { Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import type { Role } from '@waypost/contract/roles';
import { LinkButton } from '../../ui/links.tsx';

interface OwnerLinksProps {
  opportunity: Opportunity;
  role: Role;
}

/** Links from an opportunity for its business and, as far as permitted, for staff. */
export function OwnerLinks({ opportunity, role }: OwnerLinksProps) {
  const { _id: id, reportData } = opportunity;
  return (
    <Group>
      <LinkButton to="/opportunity/applicants/$id" params={{ id }} variant="default">
        {t('Applicants ({applicantCount})', { applicantCount: reportData.applicant_count })}
      </LinkButton>
      {role === 'Business' && (
        <LinkButton to="/opportunity/edit/$id" params={{ id }}>
          {t('Edit')}
        </LinkButton>
      )}
    </Group>
  );
}
