import { and, eq } from 'drizzle-orm';
import { prepared } from '../database/connect.ts';
import { files } from '../database/tables/files.ts';
import { settings } from '../database/tables/lists.ts';

export const findSettings = prepared<{ clientId: string }>()('findSettings', (db, { clientId }) =>
  db
    .select({ settings, logo: { id: files.id, name: files.name } })
    .from(settings)
    .leftJoin(files, and(eq(files.clientId, settings.clientId), eq(files.id, settings.logoFileId)))
    .where(eq(settings.clientId, clientId)),
);

export type FoundSettings = Awaited<ReturnType<typeof findSettings>>[number];
