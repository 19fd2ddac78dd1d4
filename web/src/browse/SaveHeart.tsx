import { UnstyledButton } from '@mantine/core';
import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/calls';
import classes from './SaveHeart.module.css';
import { useSaving } from './saving.ts';

type Saved = Pick<OpportunityRow, '_id' | 'opportunity_title' | 'saved'>;

/** A toggle that saves an opportunity for later. */
export function SaveHeart({ opportunity: { _id, opportunity_title: title, saved } }: { opportunity: Saved }) {
  const save = useSaving();
  return (
    <UnstyledButton
      className={classes.heart}
      aria-pressed={saved}
      aria-label={t('Save {title}', { title })}
      onClick={() => save(_id, !saved)}
    >
      {saved ? <IconHeartFilled size={22} aria-hidden /> : <IconHeart size={22} aria-hidden />}
    </UnstyledButton>
  );
}
