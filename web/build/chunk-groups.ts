import type { Plugin } from 'vite';

/** A chunk made of the modules whose paths contain one of these. */
interface Group {
  name: string;
  modules?: readonly string[];
  /** Limits the chunk to modules that this many screens share. */
  minShareCount?: number;
  except?: readonly string[];
}

const inside = (folder: string, names: readonly string[], end = '/') =>
  names.map((name) => `${folder}${name}${end}`);

/** The groups, by descending priority: a module belongs to the first group that matches. */
const groups: readonly Group[] = [
  // Every screen needs these three, and they rarely change between releases, so they stay cached. Each chunk is small
  // enough to run in a short task.
  {
    name: 'drawing',
    modules: inside('node_modules/', ['react', 'react-dom', 'scheduler', 'use-sync-external-store']),
  },
  { name: 'reading', modules: ['node_modules/@tanstack/'] },
  {
    name: 'base',
    modules: [
      'node_modules/clsx/',
      '@mantine/core/esm/core/',
      ...inside('@mantine/core/esm/components/', [
        'Button',
        'Group',
        'Loader',
        'Paper',
        'Stack',
        'Text',
        'Title',
        'Transition',
        'UnstyledButton',
      ]),
      ...inside('@tabler/icons-react/dist/esm/', ['createReactComponent', 'defaultAttributes'], '.mjs'),
      'web/src/ui/T.tsx',
    ],
  },
  // Without this group, the ones below would take modules of the initial load, which would then need all of them.
  { name: 'start' },
  // Form fields, which the login needs too.
  {
    name: 'fields',
    modules: [
      ...inside('@mantine/core/esm/components/', [
        'Input',
        'InputBase',
        'CloseButton',
        'TextInput',
        'ActionIcon',
      ]),
      ...inside('@mantine/hooks/esm/', ['use-id', 'use-uncontrolled']),
    ],
  },
  // The shell for logged-in users.
  {
    name: 'member',
    modules: [
      'web/src/app/navigation.ts',
      'web/src/app/shell/ProfileMenu.tsx',
      'web/src/app/shell/use-',
      'web/src/people/profiles/PictureChooser.tsx',
      'web/src/school-system/files/pictures.ts',
      ...inside('web/src/ui/', ['Avatar', 'Disclosure'], '.tsx'),
      'web/src/ui/numbers.ts',
      'web/src/client/draft',
      ...inside(
        '@tabler/icons-react/dist/esm/icons/Icon',
        [
          'ChevronDown',
          'Briefcase',
          'BuildingStore',
          'FileText',
          'Search',
          'Users',
          'Home',
          'Menu2',
          'User',
          'Logout',
          'ArrowRight',
        ],
        '.mjs',
      ),
    ],
  },
  // Screens without a form need these too. Without this group, the validator would take them.
  { name: 'phones', modules: ['contract/src/phones.ts'] },
  {
    name: 'text',
    modules: inside('contract/src/', ['graphemes', 'normalize', 'wording', 'empty-fields'], '.ts'),
  },
  // Only forms validate.
  { name: 'validator', modules: ['/zod/', 'contract/src/fields.ts', 'contract/src/refusal.ts'] },
  { name: 'calls', modules: ['contract/src/'], minShareCount: 12 },
  // Modules that many screens share, except the largest ones, which only forms or tables need.
  {
    name: 'often',
    minShareCount: 20,
    except: [
      '@mantine/form/',
      'web/src/client/form',
      ...inside(
        'web/src/ui/',
        ['DataTable', 'TableRows', 'NextPart', 'use-in-view', 'use-steady-columns'],
        '.',
      ),
    ],
  },
  // The last groups join small files that the home screens load: each request takes a round trip, and a browser sends
  // six at once.
  {
    name: 'task data',
    modules: [
      'web/src/client/tasks-query.ts',
      'contract/src/oversight/tasks/calls.ts',
      'virtual:messages/oversight/tasks',
    ],
  },
  {
    name: 'navigation',
    modules: [
      ...inside(
        'web/src/',
        ['app/shell/HeaderTools', 'oversight/tasks/TaskLink', 'oversight/tasks/task-counts'],
        '.',
      ),
      ...inside('contract/src/', ['call-access', 'messages/mail/rules'], '.ts'),
      'virtual:messages/messages/mail',
      '@tabler/icons-react/dist/esm/icons/IconHelp.mjs',
    ],
  },
  {
    name: 'placements',
    modules: [
      ...inside(
        'web/src/placements/projects/',
        ['HoursBar', 'ItemBadge', 'own-projects', 'project-status', 'use-works-on'],
        '.',
      ),
      ...inside('web/src/placements/', ['hours/use-prepare-offline', 'pace/pace-words'], '.ts'),
      ...inside('contract/src/placements/', ['hours/rules', 'pace/rules'], '.ts'),
      ...inside('virtual:messages/placements/', ['hours', 'pace'], ''),
      '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs',
    ],
  },
  {
    name: 'listing',
    modules: [
      ...inside('web/src/opportunities/opportunities/', ['Placements', 'slices', 'WindowBadge'], '.'),
      'web/src/ui/IconLink.tsx',
      ...inside('@tabler/icons-react/dist/esm/icons/Icon', ['Pencil', 'Plus', 'Trash'], '.mjs'),
    ],
  },
  {
    name: 'staff',
    modules: [
      ...inside(
        'contract/src/',
        ['school-system/clients', 'placements/evaluations', 'people/directory', 'oversight/reports'],
        '/calls.ts',
      ),
      ...inside('contract/src/school-system/', ['lists', 'settings'], '/rules.ts'),
      ...inside('virtual:messages/', ['oversight/reports', 'school-system/clients'], ''),
      ...inside('virtual:messages/school-system/', ['lists', 'settings'], ''),
      ...inside('web/src/', ['school-system/clients/Seats', 'ui/Deferred'], '.'),
    ],
  },
];

const isOf = (id: string, parts: readonly string[]) => parts.some((part) => id.includes(part));

/** For the bundler's `codeSplitting`. */
export const chunkGroups = groups.map(({ name, modules, except = [], minShareCount }, index) => ({
  name,
  priority: groups.length - index,
  ...(name === 'start' && { tags: ['$initial' as const] }),
  ...(minShareCount !== undefined && { minShareCount }),
  test: (id: string) => (!modules || isOf(id, modules)) && !isOf(id, except),
}));

/**
 * Fails the build if a group is empty, or if an entry of its list matches no module, for example after a package was
 * updated.
 */
export function checkChunkGroups(): Plugin {
  return {
    name: 'check-chunk-groups',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');

      const ids = [...this.getModuleIds()];
      // The modules of `start` are in the entry chunk, which has another name.
      const empty = groups.filter(({ name }) => name !== 'start' && !chunks.some((one) => one.name === name));
      const parts = groups.flatMap(({ modules = [], except = [] }) => [...modules, ...except]);
      const gone = parts.filter((part) => !ids.some((id) => id.includes(part)));
      if (empty.length > 0 || gone.length > 0)
        this.error(
          `Correct web/build/chunk-groups.ts. Groups without modules: ${empty.map(({ name }) => name).join()}. ` +
            `Entries that match no module: ${gone.join()}.`,
        );
    },
  };
}
