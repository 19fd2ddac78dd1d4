import type { Pool } from 'pg';

/** A private key (PKCS #8) with its certificate (X.509), both DER. */
export interface SealingKey {
  privateKey: Buffer;
  certificate: Buffer;
}

export interface SealingKeyStore {
  /**
   * The key that this installation seals documents with. The first server that needs it makes it; servers that start
   * together agree on one.
   */
  findOrMake(make: () => Promise<SealingKey>, now: Date): Promise<SealingKey>;
}

export const sealingKeyIn = (owner: Pool): SealingKeyStore => ({
  findOrMake: async (make, now) => {
    const known = await readKey(owner);
    if (known) return known;
    const made = await make();
    await owner.query(
      'insert into sealing_keys (private_key, certificate, created_at) values ($1, $2, $3) on conflict do nothing',
      [made.privateKey, made.certificate, now],
    );
    const kept = await readKey(owner);
    if (!kept) throw new Error('no key to seal documents with was made');
    return kept;
  },
});

async function readKey(owner: Pool): Promise<SealingKey | undefined> {
  const { rows } = await owner.query<SealingKey>(
    'select private_key as "privateKey", certificate from sealing_keys',
  );
  return rows[0];
}
