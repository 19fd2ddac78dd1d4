import { fileURLToPath } from 'node:url';

/*
 * The folders next to this package's code. Only files directly in `src` may name a path relative to themselves, because
 * the build puts all code directly into `dist`.
 */
const inPackage = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const migrationsFolder = inPackage('migrations');
export const messagesFolder = inPackage('../contract/messages');
export const webFolder = inPackage('../web/dist');
