import { resolve } from 'node:path';
import { exportClient, findClientNamed, importClient } from '../platform/archive/client-archive.ts';
import { exportStudent, findStudentNamed } from '../platform/archive/student-archive.ts';
import { eraseClient, eraseStudent } from '../platform/database/erasure.ts';
import { systemClock } from '../platform/outside/clock.ts';
import { createFileStore } from '../platform/outside/file-store.ts';
import { operate, UsageError } from './operate.ts';

/* `npm run records -- …`: exports, imports or erases the data of a school system or a student. */
const usage = `npm run records -- export-client <short name or id> <file>
       npm run records -- import-client <file>
       npm run records -- erase-client <short name or id> --for-good
       npm run records -- export-student <email> <file>
       npm run records -- erase-student <email> --for-good`;
const verb = process.argv[2];

await operate(
  usage,
  async ({ config, pools: { owner }, words: [, ...words] }) => {
    const [name = '', last] = words;
    const isSound = verb === 'import-client' ? words.length === 1 : words.length === 2;
    if (!isSound || (verb?.startsWith('erase-') && last !== '--for-good')) throw new UsageError();
    const path = resolve(process.env.INIT_CWD ?? '.', words.at(-1) ?? '');
    const files = await createFileStore(config.files);
    const options = { files, made: systemClock.now(), key: config.backupKey };
    switch (verb) {
      case 'export-client': {
        const { id, fullName } = await findClientNamed(owner, name);
        return `${fullName} is in ${path}: ${inWords(await exportClient(owner, id, path, options))}.`;
      }
      case 'import-client': {
        const { fullName, ...counted } = await importClient(owner, path, options);
        return `${fullName} was added: ${inWords(counted)}. Its people set new passwords by "Forgot password".`;
      }
      case 'erase-client': {
        const { id, fullName } = await findClientNamed(owner, name);
        return `${fullName} was erased with ${await eraseClient(owner, id, files)} accounts. Older backups still have it.`;
      }
      case 'export-student': {
        const student = await findStudentNamed(owner, name);
        return `${student.name} is in ${path}: ${inWords(await exportStudent(owner, student, path, options))}.`;
      }
      case 'erase-student': {
        const count = await eraseStudent(owner, await findStudentNamed(owner, name), files, options.made);
        return `The student was erased with ${count} files. Older backups still have them.`;
      }
      default:
        throw new UsageError();
    }
  },
  { alone: verb === 'import-client' },
);

const inWords = ({ rows, files }: { rows: number; files: number }) =>
  `${rows.toLocaleString('en-US')} rows and ${files.toLocaleString('en-US')} files`;
