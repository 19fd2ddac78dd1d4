import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import classes from './FocusPicture.module.css';
import { FocusPicture } from './FocusPicture.tsx';

interface CardPictureProps {
  logo: OpportunityRow['business_id_fk']['profile_pic_id_fk'];
  areas: readonly string[];
}

/**
 * The business's logo, otherwise a picture of the focus area. Neither has alternative text, because the
 * card names both.
 */
export function CardPicture({ logo, areas }: CardPictureProps) {
  const [broken, setBroken] = useState(false);
  if (!logo || broken) return <FocusPicture areas={areas} />;
  return (
    <img
      className={classes.logo}
      src={fileAddress(logo)}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
