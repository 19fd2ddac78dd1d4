import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { bellCalls, type Notice } from '@waypost/contract/messages/bell/calls';
import { useEffect, useState } from 'react';
import { callQuery, keyOf, refresh, useCall } from '../../client/queries.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { showMomentWithTime } from '../../ui/dates.ts';
import { AddressLink } from '../../ui/links.tsx';
import classes from './Bell.module.css';
import { followBell } from './bell-events.ts';

const { getNotices, readNotices } = bellCalls;

/** How often to poll without a stream, in milliseconds. */
const ASK_AGAIN = 60_000;
/** More than this is shown as 99+. */
const SHOWN = 99;

/** A person's notifications, with the number of unread ones (docs/behavior/bell.md). */
export default function Bell() {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => followBell(() => void refresh(queries, getNotices), setLive), [queries]);
  const { data } = useQuery({
    ...callQuery(getNotices, {}, { quiet: true, staleTime: ASK_AGAIN / 2 }),
    refetchInterval: isLive ? false : ASK_AGAIN,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const read = useCall(readNotices, {
    quiet: true,
    onSuccess: (now) => queries.setQueryData(keyOf(getNotices, {}), now),
  });
  const unread = data?.unread ?? 0;
  const newest = data?.notices[0];
  const label = (
    <>
      <IconBell size={22} aria-hidden />
      <VisuallyHidden>
        {unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications')}
      </VisuallyHidden>
      {unread > 0 && (
        <span className={classes.count} data-count={unread > SHOWN ? `${SHOWN}+` : unread} aria-hidden />
      )}
    </>
  );
  return (
    <Disclosure label={label} className={classes.button} align="end">
      <div className={classes.panel}>
        <div className={classes.head}>
          <h2>{t('Notifications')}</h2>
          {unread > 0 && newest && (
            <button
              type="button"
              className={classes.all}
              // Notices that arrived after this list was loaded stay unread.
              onClick={() => read.mutate({ until: newest.at })}
            >
              {t('Mark all as read')}
            </button>
          )}
        </div>
        {!newest && <p className={classes.none}>{t('News about what you do on Waypost appears here.')}</p>}
        {newest && (
          <ul className={classes.list}>
            {data?.notices.map((notice) => (
              <Row key={notice._id} notice={notice} onRead={() => read.mutate({ _id: notice._id })} />
            ))}
          </ul>
        )}
      </div>
    </Disclosure>
  );
}

/** A notice: its link opens the screen that it is about. */
function Row({ notice: { text, path, at, is_read }, onRead }: { notice: Notice; onRead: () => void }) {
  return (
    <li>
      <AddressLink
        href={path}
        className={classes.notice}
        data-unread={!is_read || undefined}
        onFollow={() => {
          if (!is_read) onRead();
        }}
      >
        <span className={classes.text}>
          {!is_read && <VisuallyHidden>{t('Unread:')} </VisuallyHidden>}
          {text}
        </span>
        <span className={classes.at}>{showMomentWithTime(at)}</span>
      </AddressLink>
    </li>
  );
}
