import { UnstyledButton } from '@mantine/core';
import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { useReadOnly } from '../../client/session.ts';
import classes from './SaveHeart.module.css';
import { useSaving } from './use-saving.ts';

type Saved = Pick<OpportunityRow, '_id' | 'opportunity_title' | 'business_id_fk' | 'saved'>;

/** A toggle that saves an opportunity for later. */
export function SaveHeart({ opportunity }: { opportunity: Saved }) {
  const { _id, opportunity_title: title, business_id_fk: business, saved } = opportunity;
  const save = useSaving();
  if (useReadOnly()) return null;
  return (
    <UnstyledButton
      className={classes.heart}
      aria-pressed={saved}
      // Several businesses post the same title.
      aria-label={t('Save {title}, {business}', { title, business: business.business_name })}
      onClick={() => save(_id, !saved)}
    >
      {saved ? <IconHeartFilled size={22} aria-hidden /> : <IconHeart size={22} aria-hidden />}
    </UnstyledButton>
  );
}
