import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { agreementTemplates, agreementTemplateVersions } from '../../platform/database/tables/agreements.ts';
import { programs, settings } from '../../platform/database/tables/lists.ts';
import { lockSettings } from '../../school-system/settings/queries.ts';

/** A school system's templates with all their versions, sorted by program, the newest version first. */
export const listTemplateVersions = prepared<{ clientId: string }>()(
  'listAgreementTemplates',
  (db, { clientId }) =>
    db
      .select({
        id: agreementTemplates.id,
        program: programs.name,
        internshipType: agreementTemplates.internshipType,
        version: agreementTemplateVersions.version,
        // Of earlier versions, only who saved them.
        body: sql<string>`case when ${agreementTemplateVersions.version} = ${agreementTemplates.version}
          then ${agreementTemplateVersions.body} else '' end`,
        savedAt: agreementTemplateVersions.savedAt,
        savedBy: agreementTemplateVersions.savedBy,
      })
      .from(agreementTemplates)
      .innerJoin(
        agreementTemplateVersions,
        and(
          eq(agreementTemplateVersions.clientId, agreementTemplates.clientId),
          eq(agreementTemplateVersions.templateId, agreementTemplates.id),
        ),
      )
      .leftJoin(
        programs,
        and(
          eq(programs.clientId, agreementTemplates.clientId),
          eq(programs.id, agreementTemplates.programId),
        ),
      )
      .where(eq(agreementTemplates.clientId, clientId))
      .orderBy(
        sql`${programs.ordinal} nulls first`,
        sql`${agreementTemplates.internshipType} nulls first`,
        asc(agreementTemplates.id),
        desc(agreementTemplateVersions.version),
      ),
);
export type TemplateVersion = Awaited<ReturnType<typeof listTemplateVersions>>[number];

/** One version of a template, with its text. */
export const findTemplateVersion = prepared<{ clientId: string; templateId: string; version: number }>()(
  'findAgreementTemplateVersion',
  (db, { clientId, templateId, version }) =>
    db
      .select({
        version: agreementTemplateVersions.version,
        body: agreementTemplateVersions.body,
        savedAt: agreementTemplateVersions.savedAt,
        savedBy: agreementTemplateVersions.savedBy,
      })
      .from(agreementTemplateVersions)
      .where(
        and(
          eq(agreementTemplateVersions.clientId, clientId),
          eq(agreementTemplateVersions.templateId, templateId),
          eq(agreementTemplateVersions.version, version),
        ),
      ),
);
export type FoundTemplateVersion = Awaited<ReturnType<typeof findTemplateVersion>>[number];

export const findAgreementSettings = prepared<{ clientId: string }>()(
  'findAgreementSettings',
  (db, { clientId }) =>
    db
      .select({
        locale: settings.locale,
        signingOrder: settings.signingOrder,
        hoursBeforeSigned: settings.hoursBeforeSigned,
        secondProof: settings.secondProof,
      })
      .from(settings)
      .where(eq(settings.clientId, clientId)),
);

export async function updateAgreementSettings(
  tx: Tx,
  clientId: string,
  columns: Pick<typeof settings.$inferSelect, 'signingOrder' | 'hoursBeforeSigned' | 'secondProof'>,
): Promise<void> {
  await lockSettings(tx, clientId);
  await tx.db.update(settings).set(columns).where(eq(settings.clientId, clientId));
}

export async function findProgramId(tx: Tx, clientId: string, name: string): Promise<string | undefined> {
  const [found] = await tx.db
    .select({ id: programs.id })
    .from(programs)
    .where(and(eq(programs.clientId, clientId), eq(programs.name, name)));
  return found?.id;
}

/** Locks a template and returns its current version; undefined if there is none. */
export async function lockTemplate(
  tx: Tx,
  key: { clientId: string; id: string },
): Promise<number | undefined> {
  const [found] = await tx.db
    .select({ version: agreementTemplates.version })
    .from(agreementTemplates)
    .where(and(eq(agreementTemplates.clientId, key.clientId), eq(agreementTemplates.id, key.id)))
    .for('no key update');
  return found?.version;
}

type Scope = Pick<typeof agreementTemplates.$inferSelect, 'programId' | 'internshipType'>;

/** Creates a template without a text, or gives one its next version. Returns its id. */
export async function saveTemplate(
  tx: Tx,
  key: { clientId: string; id: string | null },
  columns: Scope & { version: number },
): Promise<string> {
  const { clientId, id } = key;
  if (id !== null) {
    await tx.db
      .update(agreementTemplates)
      .set(columns)
      .where(and(eq(agreementTemplates.clientId, clientId), eq(agreementTemplates.id, id)));
    return id;
  }
  const [made] = await tx.db
    .insert(agreementTemplates)
    .values({ clientId, ...columns })
    .returning({ id: agreementTemplates.id });
  if (!made) throw new Error('no template was made');
  return made.id;
}

export async function insertTemplateVersion(
  tx: Tx,
  row: typeof agreementTemplateVersions.$inferInsert,
): Promise<void> {
  await tx.db.insert(agreementTemplateVersions).values(row);
}

/** Returns whether it existed. Agreements keep the text that they were drafted with. */
export async function deleteTemplate(tx: Tx, key: { clientId: string; id: string }): Promise<boolean> {
  const gone = await tx.db
    .delete(agreementTemplates)
    .where(and(eq(agreementTemplates.clientId, key.clientId), eq(agreementTemplates.id, key.id)))
    .returning({ id: agreementTemplates.id });
  return gone.length > 0;
}
