import type { Call } from '@waypost/contract/call';
import { sendOffer } from '../../src/placements/applications/offers.ts';
import { SESSION_COOKIE } from '../../src/platform/access/cookies.ts';
import { aPicture } from '../sample-files.ts';
import { linkMoves, pageText } from './link-moves.ts';
import { callMoves } from './model.ts';
import type { RowsOf } from './move.ts';
import { linkOf, newcomerOf, type Op } from './state.ts';
import type { Ids, World } from './world.ts';

export interface Reply {
  /** In the model's words, without ids and times. */
  text: string;
  status: number;
  /** The token of the new session, null if it ended, undefined if it stays. */
  token?: string | null | undefined;
}

/** No row has this id. */
const NOTHING = '00000000-0000-4000-8000-000000000000';
const NO_TEXT = '0'.repeat(64);

function rowsOf(op: Op, all: Ids): RowsOf {
  const row = (kind: string, name: string, without = NOTHING) => all.rows[`${kind} ${name}`] ?? without;
  return {
    all,
    application_id: row('application', op.student),
    project_id: row('project', op.student),
    entry_id: row('entry', op.entry),
    file_id: row('file', op.file),
    text_hash: row('text', op.student, NO_TEXT),
    reflection_id: row(`reflection ${op.question}`, op.student),
    user: (name) => all.users[name] ?? { id: NOTHING, email: '' },
  };
}

/** Makes a move as a browser with this token, from this network, or as the job queue. */
export async function send(
  { app, pools, outside, clock }: World,
  op: Op,
  { ids, token, network }: { ids: Ids; token: string | undefined; network: string },
): Promise<Reply> {
  const rows = rowsOf(op, ids);
  if (op.do === 'send offer') {
    const sendsAt = new Date(op.at).toISOString();
    const due = { clientId: ids.client, applicationId: rows.application_id, sendsAt };
    await sendOffer(pools.app, due, { ...outside, now: clock.now() });
    return { text: '200 ', status: 200 };
  }
  const linkMove = linkMoves[op.do];
  if (linkMove) {
    const fields = linkMove.fields?.(op, rows);
    const response = await app.inject({
      method: fields ? 'POST' : 'GET',
      url: `/link/${ids.links[op.link] ?? 'never-mailed'}`,
      remoteAddress: network,
      ...(fields && {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        payload: new URLSearchParams(fields).toString(),
      }),
    });
    const { statusCode: status, body } = response;
    return { text: pageText(op, status, body), status };
  }
  const move = callMoves[op.do];
  if (!move) throw new Error(`there is no move ${op.do}`);
  const [call, input] = move.asks(op, rows);
  const response = await app.inject({
    url: call.path,
    remoteAddress: network,
    ...(await toRequest(call, input)),
    ...(token && { cookies: { [SESSION_COOKIE]: token } }),
  });
  const { statusCode: status } = response;
  const body = response.json();
  const cookie = response.cookies.find(({ name }) => name === SESSION_COOKIE);
  if (op.do === 'sign up' && body.user)
    ids.users[newcomerOf(op)] = { id: body.user._id, email: body.user.email };
  const text =
    status === 200
      ? (move.says?.(body as never, op) ?? body.message)
      : (body.type.replace('/problems/', '') as string);
  return {
    text: `${status} ${status === 409 ? body.detail : text}`,
    status,
    token: cookie && (cookie.value || null),
  };
}

async function toRequest({ method, carries }: Pick<Call, 'method' | 'carries'>, input: object) {
  if (method === 'GET') return { method: 'GET' as const, query: input as Record<string, string> };
  if (carries !== 'multipart') return { method: 'POST' as const, payload: input };
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value);
  form.set('fileupload', new Blob([Uint8Array.from(await aPicture({ width: 8, height: 6 }))]), 'sails.jpg');
  return { method: 'POST' as const, payload: form };
}

/** Reads the ids that an action may name, as its browser has seen them. */
export async function look({ pools }: World, ids: Ids): Promise<void> {
  const { rows } = await pools.owner.query<{ name: string; id: string }>({
    name: 'ids of term',
    text: `
      select 'application ' || u.first_name as name, a.id::text from applications a
        join users u on u.client_id = a.client_id and u.id = a.student_id where a.client_id = $1
      union all select 'project ' || u.first_name, p.id::text from projects p
        join users u on u.client_id = p.client_id and u.id = p.student_id where p.client_id = $1
      union all select 'reflection ' || (r.ordinal - 1) || ' ' || u.first_name, r.id::text from project_reflections r
        join projects p on p.client_id = r.client_id and p.id = r.project_id
        join users u on u.client_id = p.client_id and u.id = p.student_id where r.client_id = $1
      union all select 'text ' || u.first_name, a.text_hash from agreements a
        join projects p on p.client_id = a.client_id and p.id = a.project_id
        join users u on u.client_id = p.client_id and u.id = p.student_id
        where a.client_id = $1 and a.text_hash is not null
      union all select 'file ' || f.name, f.id::text from files f where f.client_id = $1 and f.owner_id is not null
      union all select 'entry ' || e.text_log, e.id::text from hour_entries e where e.client_id = $1`,
    values: [ids.client],
  });
  // A removed file can be removed again.
  const files = Object.entries(ids.rows).filter(([name]) => name.startsWith('file '));
  ids.rows = Object.fromEntries([...files, ...rows.map(({ name, id }) => [name, id] as const)]);
}

/** The recipients of mailed links, by email. */
const recipients: Record<string, string> = {
  'anne@home.test': 'guardian',
  'grace@waypost.test': 'signatory',
  'colleague@bay.test': 'colleague',
};

/** Opens the mails of an action: returns what they contain. */
export function deliver(world: World, op: Op, ids: Ids): { links: string[]; isConfirmation: boolean } {
  const links: string[] = [];
  let isConfirmation = false;
  for (const { to, text } of world.mailOf(op.id)) {
    const code = /\/confirm\/([\w-]+)/.exec(text)?.[1];
    const token = /\/link\/([\w-]{43})/.exec(text)?.[1];
    const who = recipients[to];
    if (code) {
      ids.codes[op.id] = code;
      isConfirmation = true;
    }
    // Not the link in a signer's receipt, which is read-only.
    if (token && who && (op.do === 'send agreement' || op.do === 'pass on link')) {
      ids.links[linkOf(op, who)] = token;
      links.push(linkOf(op, who));
    }
  }
  return { links, isConfirmation };
}
