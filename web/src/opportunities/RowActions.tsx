import { ActionIcon } from '@mantine/core';
import { IconCopy, IconEye, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import type { OpportunityRow } from '@waypost/contract/opportunities/calls';
import { canDelete } from '@waypost/contract/opportunities/rules';
import { IconLink } from '../ui/links.tsx';
import classes from './OpportunitiesTable.module.css';
import { viewPath } from './paths.ts';

interface RowActionsProps {
  row: OpportunityRow;
  approved: boolean;
  onDelete: (row: OpportunityRow) => void;
}

const shown = {
  variant: 'subtle',
  classNames: { root: classes.action ?? '', icon: classes.inside ?? '' },
} as const;

/** The accessible name is longer and says the same. */
const Word = ({ children }: { children: string }) => (
  <span className={classes.word} aria-hidden>
    {children}
  </span>
);

/** What a business does with an opportunity; nobody deletes what somebody has applied for. */
export function RowActions({ row, approved, onDelete }: RowActionsProps) {
  const params = { id: row._id };
  const named = (what: string) => `${what} ${row.opportunity_title}`;
  return (
    <span className={classes.actions}>
      <IconLink
        {...shown}
        to="/opportunity/applicants/$id"
        params={params}
        title="Applicants"
        aria-label={named('Applicants for')}
      >
        <IconUsers size={20} aria-hidden />
        <Word>Applicants</Word>
      </IconLink>
      <IconLink {...shown} to={viewPath(row._id)} title="View" aria-label={named('View')}>
        <IconEye size={20} aria-hidden />
        <Word>View</Word>
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
            <Word>Edit</Word>
          </IconLink>
          <IconLink
            {...shown}
            to="/opportunity/duplicate/$id"
            params={params}
            title="Duplicate"
            aria-label={named('Duplicate')}
          >
            <IconCopy size={20} aria-hidden />
            <Word>Duplicate</Word>
          </IconLink>
        </>
      )}
      {approved && canDelete(row.reportData) && (
        <ActionIcon
          {...shown}
          color="red"
          title="Delete"
          aria-label={named('Delete')}
          onClick={() => onDelete(row)}
        >
          <IconTrash size={20} aria-hidden />
          <Word>Delete</Word>
        </ActionIcon>
      )}
    </span>
  );
}
