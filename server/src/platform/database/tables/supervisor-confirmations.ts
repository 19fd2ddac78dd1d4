import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, moment, ownId } from './columns.ts';
import { projects } from './projects.ts';

/** Who said by a link that they supervise a placement. It counts while the placement's supervisor has this address. */
export const supervisorConfirmations = pgTable(
  'supervisor_confirmations',
  {
    clientId: clientId(),
    id: ownId(),
    projectId: uuid('project_id').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    confirmedAt: moment('confirmed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    index('supervisor_confirmations_by_project').on(t.clientId, t.projectId),
  ],
);
