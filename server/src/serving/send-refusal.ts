import { msg, t } from '@waypost/contract/i18n';
import { Refusal, refusals, toProblem } from '@waypost/contract/refusal';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusedLink } from '../messages/links/replies.tsx';
import { isLinkRoute } from '../messages/links/routes.ts';
import { CrossSite } from '../platform/access/admission.ts';
import { bodyTooLarge, UNREADABLE } from '../platform/access/body.ts';
import { USUAL_LIMITS } from '../platform/access/body-limits.ts';
import { TooManyTries } from '../platform/access/limits.ts';
import { TOO_LARGE } from '../platform/access/upload.ts';
import { DatabaseDown, isCanceled } from '../platform/database/connect.ts';
import { withoutData } from '../platform/database/without-data.ts';
import { isDiskFull } from '../platform/outside/disk-full.ts';

/** When to retry if the database is unreachable: it restarts within seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Somebody has to make room on a full disk first. */
const RETRY_WHEN_FULL_SECONDS = 60;

const DISK_FULL = msg(
  'Waypost’s disk is full, so this wasn’t saved. Try again later. If this continues, tell the people who run Waypost',
);

/** For the operator. */
const MAKE_ROOM =
  'the disk is full, so nothing can be saved: free up space, and Waypost resumes without a restart';

/** Replies with why a request failed, as a page for a link and as problem details otherwise. Logs the server's own faults. */
export function sendRefusal(error: FastifyError, wire: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error, wire);
  wire.refused = refusal instanceof CrossSite ? 'cross-site' : refusal.kind;
  // A caller who disconnects during a reply is not a server error.
  const hungUp = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
  const isFull = isDiskFull(error);
  if ((refusal.kind === 'our-fault' || refusal.kind === 'unavailable') && !hungUp)
    wire.log.error(
      { request: wire.id, err: withoutData(error), route: wire.routeOptions.url },
      isFull ? MAKE_ROOM : 'failed',
    );
  if (refusal instanceof TooManyTries) reply.header('retry-after', refusal.retryAfter);
  if (refusal.kind === 'unavailable')
    reply.header('retry-after', isFull ? RETRY_WHEN_FULL_SECONDS : RETRY_AFTER_SECONDS);
  if (isLinkRoute(wire.routeOptions.url)) return sendRefusedLink(reply, refusal);
  reply.code(refusals[refusal.kind].status).type('application/problem+json');
  return reply.send(JSON.stringify(toProblem(refusal)));
}

function toRefusal(error: FastifyError, { routeOptions }: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseDown || isCanceled(error)) return new Refusal('unavailable');
  if (isDiskFull(error)) return new Refusal('unavailable', t(DISK_FULL));
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('body-too-large', bodyTooLarge(routeOptions.bodyLimit ?? USUAL_LIMITS.bytes));
  if (status === 413) return new Refusal('too-large', t(TOO_LARGE));
  if (status === 429) return new Refusal('too-many');
  if (status >= 400 && status < 500) return new Refusal('invalid-input', t(UNREADABLE));
  return new Refusal('our-fault');
}
