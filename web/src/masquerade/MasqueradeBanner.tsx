import { Button } from '@mantine/core';
import { IconDoorExit, IconMasksTheater } from '@tabler/icons-react';
import type { CurrentUser } from '@waypost/contract/accounts/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import classes from './Masquerade.module.css';
import { useEndMasquerade } from './use-masquerade.ts';

/** Who acts as whom, in a colour that nothing else has, with the way out: never out of sight. */
export default function MasqueradeBanner({ session }: { session: CurrentUser }) {
  const { user, admin_id, admin_name } = session;
  const leave = useEndMasquerade(admin_id ?? '');
  return (
    <aside className={classes.banner} aria-label="Masquerade">
      <IconMasksTheater size={24} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        <strong>{admin_name ?? 'An administrator'}</strong> is masquerading as{' '}
        <strong>{displayName(user) || user.email}</strong> ({user.role})
      </p>
      <Button
        variant="white"
        color="dark"
        leftSection={<IconDoorExit size={18} aria-hidden />}
        loading={leave.isPending}
        onClick={() => leave.mutate({ id: admin_id ?? '' })}
      >
        Exit<span className={classes.whole}> masquerade</span>
      </Button>
    </aside>
  );
}
