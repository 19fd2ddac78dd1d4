import { ActionIcon } from '@mantine/core';
import { IconCopy, IconEye, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import type { OpportunityRow } from '@waypost/contract/opportunities/calls';
import { canDelete } from '@waypost/contract/opportunities/rules';
import { useState } from 'react';
import { IconLink } from '../ui/links.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import classes from './OpportunitiesTable.module.css';
import { applicantsPath, viewPath } from './paths.ts';

interface RowActionsProps {
  row: OpportunityRow;
  approved: boolean;
}

const shown = { variant: 'subtle', size: 40 } as const;

/** What a business does with an opportunity; nobody deletes what somebody has applied for. */
export function RowActions({ row, approved }: RowActionsProps) {
  const [asking, setAsking] = useState(false);
  const params = { id: row._id };
  const named = (what: string) => `${what} ${row.opportunity_title}`;
  return (
    <span className={classes.actions}>
      <IconLink
        {...shown}
        to={applicantsPath(row._id)}
        title="Applicants"
        aria-label={named('Applicants for')}
      >
        <IconUsers size={20} aria-hidden />
      </IconLink>
      <IconLink {...shown} to={viewPath(row._id)} title="View" aria-label={named('View')}>
        <IconEye size={20} aria-hidden />
      </IconLink>
      {approved && (
        <>
          <IconLink
            {...shown}
            to="/opportunity/edit/$id"
            params={params}
            title="Edit"
            aria-label={named('Edit')}
          >
            <IconPencil size={20} aria-hidden />
          </IconLink>
          <IconLink
            {...shown}
            to="/opportunity/duplicate/$id"
            params={params}
            title="Duplicate"
            aria-label={named('Duplicate')}
          >
            <IconCopy size={20} aria-hidden />
          </IconLink>
        </>
      )}
      {approved && canDelete(row.reportData) && (
        <>
          <ActionIcon
            {...shown}
            color="red"
            title="Delete"
            aria-label={named('Delete')}
            onClick={() => setAsking(true)}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
          <DeleteDialog row={row} opened={asking} onClose={() => setAsking(false)} />
        </>
      )}
    </span>
  );
}
