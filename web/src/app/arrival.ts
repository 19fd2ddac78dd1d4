import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery, settingsQuery } from '../client/session.ts';
import { ownProjectsQuery } from '../placements/projects/own-projects.ts';
import { defaultRoute } from './default-route.ts';
import { rememberHome } from './likely-home.ts';

/** Requests what `/default` needs to know about the user, and returns where to send them. */
export async function findStartPath(queries: QueryClient): Promise<string> {
  const session = await queries.ensureQueryData(sessionQuery);
  if (!session) return '/login';
  const { role, __v } = session.user;
  const settings = await queries.ensureQueryData(settingsQuery);
  const projects =
    role === 'Student' ? await queries.fetchQuery({ ...ownProjectsQuery, meta: { quiet: true } }) : [];
  const home = defaultRoute({
    role,
    saves: __v,
    hasSettings: settings !== null,
    hasProjects: projects.length > 0,
    mustChangePassword: session.must_change_password,
  });
  // During a masquerade it is not that of this browser's user, whose next page would request what they may not see.
  if (!session.is_masquerade) rememberHome(home);
  return home;
}
