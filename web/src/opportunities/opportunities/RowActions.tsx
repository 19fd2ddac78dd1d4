import { ActionIcon } from '@mantine/core';
import { IconCopy, IconEye, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { canDelete } from '@waypost/contract/opportunities/opportunities/rules';
import type { ReactNode } from 'react';
import { IconLink } from '../../ui/IconLink.tsx';
import classes from './OpportunitiesTable.module.css';

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

/** A business's actions for an opportunity. One with applicants cannot be deleted. */
export function RowActions({ row, approved, onDelete }: RowActionsProps) {
  const { _id: id, opportunity_title: title } = row;
  return (
    <span className={classes.actions}>
      <RowLink
        to="/opportunity/applicants/$id"
        id={id}
        word={t('Applicants')}
        label={t('Applicants for {title}', { title })}
      >
        <IconUsers size={20} aria-hidden />
      </RowLink>
      <RowLink to="/opportunity/view/$id" id={id} word={t('View')} label={t('View {title}', { title })}>
        <IconEye size={20} aria-hidden />
      </RowLink>
      {approved && (
        <>
          <RowLink to="/opportunity/edit/$id" id={id} word={t('Edit')} label={t('Edit {title}', { title })}>
            <IconPencil size={20} aria-hidden />
          </RowLink>
          <RowLink
            to="/opportunity/duplicate/$id"
            id={id}
            word={t('Duplicate')}
            label={t('Duplicate {title}', { title })}
          >
            <IconCopy size={20} aria-hidden />
          </RowLink>
        </>
      )}
      {approved && canDelete(row.reportData) && (
        <ActionIcon
          {...shown}
          color="red"
          title={t('Delete')}
          aria-label={t('Delete {title}', { title })}
          onClick={() => onDelete(row)}
        >
          <IconTrash size={20} aria-hidden />
          <Word>{t('Delete')}</Word>
        </ActionIcon>
      )}
    </span>
  );
}

interface RowLinkProps {
  to:
    | '/opportunity/applicants/$id'
    | '/opportunity/view/$id'
    | '/opportunity/edit/$id'
    | '/opportunity/duplicate/$id';
  id: string;
  word: string;
  /** The label, and the title of the opportunity. */
  label: string;
  /** The icon. */
  children: ReactNode;
}

function RowLink({ to, id, word, label, children }: RowLinkProps) {
  return (
    <IconLink {...shown} to={to} params={{ id }} title={word} aria-label={label}>
      {children}
      <Word>{word}</Word>
    </IconLink>
  );
}
