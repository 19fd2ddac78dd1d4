import { Paper } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { fileAddress } from '../../client/call.ts';
import { PhoneLink } from '../../client/PhoneLink.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { EmailLink } from '../../ui/EmailLink.tsx';
import { TextLink } from '../../ui/links.tsx';
import classes from './Opportunity.module.css';

/** The business that offers it, and how to reach them. */
export function BusinessPanel({ business }: { business: Opportunity['business_id_fk'] }) {
  const { contact_email: email, contact_phone: phone, profile_pic_id_fk: logo } = business;
  const name = shownBusiness(business);
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="business">
      <h2 id="business">{t('The business')}</h2>
      <div className={classes.business}>
        <Avatar name={name} size={48} src={logo ? fileAddress(logo) : undefined} />
        {business._id === '' ? (
          name
        ) : (
          <TextLink to="/profile/view/$id" params={{ id: business._id }}>
            {name}
          </TextLink>
        )}
      </div>
      <ul className={classes.contact}>
        {email && (
          <li>
            <IconMail size={18} aria-hidden />
            <EmailLink address={email} underline="always" />
          </li>
        )}
        {phone && (
          <li>
            <IconPhone size={18} aria-hidden />
            <PhoneLink phone={phone} />
          </li>
        )}
      </ul>
    </Paper>
  );
}
