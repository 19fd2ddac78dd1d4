import type { Locale } from '@waypost/contract/i18n';
import type { MailKind } from '@waypost/contract/messages/mail/rules';
import type { Role } from '@waypost/contract/roles';
import type { Tx } from '../../platform/database/connect.ts';

/** Whose emails carry a code: an account, or a person without one, who is known by the hash of the address. */
export type StopOwner = { clientId: string; locale: Locale } & (
  | { role: Role; id: string }
  | { role: null; addressHash: Buffer; isMuted: boolean }
);

/** The holder of a code, in any school system; undefined if there is none. */
export async function findStopOwner(tx: Tx, code: string): Promise<StopOwner | undefined> {
  const { rows } = await tx.client.query<StopOwner>({
    name: 'find_stop_owner',
    text: `select client_id as "clientId", user_id as id, role, locale, address_hash as "addressHash",
                  is_muted as "isMuted" from find_stop_owner($1)`,
    values: [code],
  });
  return rows[0];
}

/** Turns off a kind of mail to an account. Repeating it changes nothing. */
export async function muteKind(
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
  kind: MailKind,
): Promise<void> {
  await tx.client.query({
    name: 'mute_kind',
    text: `update users set muted_mail = array_append(muted_mail, $3::text)
            where client_id = $1 and id = $2 and not $3::text = any(muted_mail)`,
    values: [clientId, id, kind],
  });
}

/** Turns reminders to a person without an account off, at this moment, or on: null. */
export async function muteAddress(
  tx: Tx,
  { clientId, addressHash }: { clientId: string; addressHash: Buffer },
  mutedAt: Date | null,
): Promise<void> {
  await tx.client.query({
    name: 'mute_address',
    text: 'update recipients set muted_at = $3 where client_id = $1 and address_hash = $2',
    values: [clientId, addressHash, mutedAt],
  });
}

/** How a person without an account turns reminders off, and whether they did. */
export interface Stop {
  code: string;
  isMuted: boolean;
}

/** The same for these people, by the hash of the address. Creates the codes that are missing. */
export async function findStops(
  tx: Tx,
  clientId: string,
  people: readonly { hash: string; locale: Locale }[],
): Promise<Map<string, Stop>> {
  if (people.length === 0) return new Map();
  const { rows } = await tx.client.query<Stop & { hash: string }>({
    name: 'find_stops',
    text: `
      insert into recipients (client_id, address_hash, locale)
      select $1, decode(one.hash, 'hex'), one.locale from unnest($2::text[], $3::text[]) as one(hash, locale)
       order by one.hash
      on conflict (client_id, address_hash) do update set locale = excluded.locale
      returning encode(address_hash, 'hex') as hash, stop_code as code, muted_at is not null as "isMuted"`,
    values: [clientId, people.map(({ hash }) => hash), people.map(({ locale }) => locale)],
  });
  return new Map(rows.map(({ hash, ...stop }) => [hash, stop]));
}
