import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database/connect.ts';
import { clients } from '../../platform/database/tables/clients.ts';
import { users } from '../../platform/database/tables/people.ts';

const isSchoolSystem = (clientId: string) => and(eq(clients.id, clientId), eq(clients.isPlatform, false));

/** A school system, locked until the transaction ends, with the day on which it is erased. */
export async function lockErasure(tx: Tx, clientId: string) {
  const [found] = await tx.db
    .select({ id: clients.id, name: clients.fullName, eraseOn: clients.eraseOn })
    .from(clients)
    .where(isSchoolSystem(clientId))
    .for('no key update');
  return found;
}

/** The transaction must be the platform's. */
export async function setErasure(tx: Tx, clientId: string, eraseOn: string | null): Promise<void> {
  await tx.db.update(clients).set({ eraseOn }).where(isSchoolSystem(clientId));
}

/** The administrators of a school system that the transaction entered. */
export async function findAdminsToNotify(tx: Tx, clientId: string) {
  return tx.db
    .select({ userId: users.id, clientId: users.clientId, email: users.email })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.role, 'Admin')));
}
