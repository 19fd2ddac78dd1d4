import { Button } from '@mantine/core';
import { IconDoorExit, IconMasksTheater } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import { T } from '../../ui/T.tsx';
import classes from './Masquerade.module.css';
import { useEndMasquerade } from './use-masquerade.ts';

/** Says who acts as whom, in a color used nowhere else, with a button to stop. Always visible. */
export default function MasqueradeBanner({ session }: { session: CurrentUser }) {
  const { user, admin_id, admin_name } = session;
  const leave = useEndMasquerade(admin_id ?? '');
  return (
    <aside className={classes.banner} aria-label={t('Masquerade')}>
      <IconMasksTheater size={24} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        <T
          m="<admin/> is masquerading as <user/> ({role})"
          role={wireName(user.role)}
          admin={<strong>{admin_name ?? t('An administrator')}</strong>}
          user={<strong>{accountName(user)}</strong>}
        />
      </p>
      <Button
        variant="white"
        color="dark"
        leftSection={<IconDoorExit size={18} aria-hidden />}
        loading={leave.isPending}
        onClick={() => leave.mutate({ id: admin_id ?? '' })}
      >
        <T m="Exit<span> masquerade</span>" span={<span className={classes.whole} />} />
      </Button>
    </aside>
  );
}
