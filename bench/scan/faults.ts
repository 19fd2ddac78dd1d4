import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './findings.ts';
import { requestsOf } from './requests.ts';
import { slow } from './slow.ts';
import { sqlmap } from './sqlmap.ts';
import type { Target } from './target.ts';
import { wapiti } from './wapiti.ts';

const root = join(import.meta.dirname, '..', '..');
const SECONDS = 300;

/** A fault planted in a copy of the built server, and the part of the scan that must report it. */
interface Fault {
  name: string;
  /** Each must match the built server once. */
  edits: [built: RegExp, broken: string][];
  scan: (target: Target) => Promise<Finding[]>;
  reported: RegExp;
}

const login = ['/login?next=%2Fprofile'];

export const faults: Fault[] = [
  {
    name: 'text on the pages of links is not escaped',
    edits: [[/return escaped[\w$]*\((`\$\{part\}`)\)/, 'return $1']],
    scan: (target) =>
      wapiti(target, 'visitor', target.linkPaths.slice(0, 1), { modules: ['xss'], seconds: SECONDS }),
    reported: /Cross Site Scripting/i,
  },
  {
    name: 'a statement is put together with the text of a request',
    edits: [
      [
        /var findStudentByEmail = prepared\(\)\("findStudentByEmail", \(db, /,
        'var findStudentByEmail = (({ db }, ',
      ],
      [
        /(approvedStudentOf\(clientId\), eq\(users\.emailLower, )sql`lower\(\$\{email\}\)`/,
        "$1sql.raw(`lower('$${email}')`)",
      ],
    ],
    scan: async (target) => {
      const [asked] = requestsOf(target.world, ['getUserByEmail']);
      return asked ? sqlmap(target, asked) : [];
    },
    reported: /SQL injection: getUserByEmail/,
  },
  {
    name: 'replies have no security headers',
    edits: [[/reply\.headers\(paths\.has\(wire\.routeOptions\.url\) \? ofCalls : ofPages\);/, '']],
    scan: (target) => wapiti(target, 'visitor', ['/'], { modules: ['http_headers'], seconds: SECONDS }),
    reported: /X-Frame-Options is not set/,
  },
  {
    name: 'the login redirects to wherever its address says',
    edits: [
      [
        /(const sendPage = \(address, wire, reply\) => \{)/,
        '$1 if (wire.query.next) return reply.redirect(wire.query.next);',
      ],
    ],
    scan: (target) => wapiti(target, 'visitor', login, { modules: ['redirect'], seconds: SECONDS }),
    reported: /Open Redirect/,
  },
  {
    name: 'a page is read from wherever its address says',
    edits: [
      [
        /(const sendPage = \(address, wire, reply\) => \{)/,
        '$1 try { if (wire.query.next) return reply.type("text/html").send(process.getBuiltinModule("node:fs").readFileSync(`$${folder}/$${wire.query.next}`)); } catch {}',
      ],
    ],
    scan: (target) => wapiti(target, 'visitor', login, { modules: ['file'], seconds: SECONDS }),
    reported: /file disclosure/,
  },
  {
    name: 'headers may take five minutes',
    edits: [[/headersTimeout: 15e3/, 'headersTimeout: 3e5']],
    scan: (target) => slow(target, 'headers'),
    reported: /connections are still open/,
  },
  {
    name: 'bodies may be as slow as they like',
    edits: [
      [/requestTimeout: 12e4/, 'requestTimeout: 36e5'],
      [/over: 6e4/, 'over: 36e5'],
    ],
    scan: (target) => slow(target, 'body'),
    reported: /connections are still open/,
  },
];

/** A copy of the product whose server has the fault. Returns its main module. */
export async function plant({ name, edits }: Fault, folder: string): Promise<string> {
  const server = join(folder, 'server');
  await mkdir(server, { recursive: true });
  await linkAll(root, folder, 'server');
  await linkAll(join(root, 'server'), server, 'dist');
  await cp(join(root, 'server', 'dist'), join(server, 'dist'), { recursive: true });
  const main = join(server, 'dist', 'main.js');
  let built = await readFile(main, 'utf8');
  for (const [from, to] of edits) {
    const found = built.match(new RegExp(from, 'g'))?.length ?? 0;
    if (found !== 1) throw new Error(`“${name}” cannot be planted: ${from} matches ${found} times`);
    built = built.replace(from, to);
  }
  await writeFile(main, built);
  return main;
}

async function linkAll(from: string, to: string, except: string): Promise<void> {
  for (const name of await readdir(from))
    if (name !== except) await symlink(join(from, name), join(to, name));
}
