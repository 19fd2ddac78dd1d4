import type { Page } from '@playwright/test';
import { makeCrawler, type Turn } from './crawler/crawl.ts';
import { isSeldom, PLANTED, PLANTED_FAULTS, SELDOM_FAULTS } from './crawler/planted.ts';
import type { Input } from './crawler/press.ts';
import { openRewind } from './crawler/rewind.ts';
import { DEMO_PASSWORD, expect, test } from './product.ts';
import type { Product } from './server.ts';
import { addressOf, stops } from './stops.ts';

// `npm run campaign -- crawl`: presses every control of every screen, as each role, with the pointer and with the keyboard.
// With CRAWL=short, only the shell's controls and one screen of three roles. For certain screens only:
// `STOP=browse,profile npm run campaign -- crawl -- -g student`.

interface Round {
  width: number;
  turn: Turn | null;
  inputs: readonly Input[];
  /** The roles whose first screen to visit; null for every screen of every role. */
  only: readonly string[] | null;
}

// A page is loaded again only after a press that left something behind: a fifth less time.
const SHORT: readonly Round[] = [
  { width: 1440, turn: null, inputs: ['pointer'], only: ['visitor', 'business'] },
  { width: 390, turn: null, inputs: ['keyboard'], only: ['student'] },
];
const TURNS = [0, 1, 2] as const;
const FULL: readonly Round[] = [1440, 768, 390].flatMap((width, index) =>
  (['pointer', 'keyboard'] as const).map((input) => ({
    width,
    turn: TURNS[index] ?? 0,
    inputs: [input],
    only: null,
  })),
);

const IS_SHORT = process.env.CRAWL === 'short';

/** The name of the first part of the administrator's screens. */
const FIRST_OF_ADMIN = 'admin, people';

function rounds(): readonly Round[] {
  if (process.env.CRAWL === 'full') return FULL;
  return IS_SHORT ? SHORT : [];
}

test.describe.configure({ mode: 'parallel' });
// Each worker has its own product, because its database is reset after a press that changed it.
test.use({ settings: {} });

if (process.env.CRAWL)
  test('the crawler finds each planted fault, and no fault in what works', async ({ page, context }) => {
    await context.route('http://planted.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: PLANTED }),
    );
    const crawl = await makeCrawler(page);
    const asked = {
      inputs: ['pointer', 'keyboard'] as const,
      withShell: true,
      restore: async () => false,
      address: 'http://planted.test/',
    };
    const seldom = new Set<string>();
    for (const turn of IS_SHORT ? [null] : TURNS) {
      const { faults, presses } = await crawl({ ...asked, turn });
      expect(faults.filter((fault) => !isSeldom(fault)).toSorted()).toEqual(PLANTED_FAULTS.toSorted());
      expect(presses).toBe(58);
      for (const fault of faults.filter(isSeldom)) seldom.add(fault);
    }
    if (!IS_SHORT) expect([...seldom].toSorted()).toEqual(SELDOM_FAULTS.toSorted());
    const jumping = await crawl({ ...asked, turn: null, inputs: [], address: 'http://planted.test/?jumps' });
    expect(jumping.faults.filter((fault) => fault.includes('the screen jumps as it loads'))).toHaveLength(1);
  });

for (const { width, turn, inputs, only } of rounds())
  for (const [whose, places] of Object.entries(stops)) {
    if (only && !only.includes(whose)) continue;
    test(`every control works for: ${whose}, at ${width} pixels, by ${inputs.join(' and ')}`, async ({
      somebody,
      product,
    }) => {
      test.setTimeout(1_800_000);
      const page = await somebody({ viewport: { width, height: width < 768 ? 844 : 900 } });
      const [role = ''] = whose.split(',');
      await logIn(page, role);
      const addresses: [name: string, address: string][] = [];
      for (const [name, place] of Object.entries(places).slice(0, only ? 1 : undefined)) {
        if (process.env.STOP && !process.env.STOP.split(',').includes(name)) continue;
        addresses.push([name, await addressOf(page, place)]);
      }
      const { restore, close } = await keepState(page, product);
      const crawl = await makeCrawler(page);
      // The controls of a role's shell are pressed only once.
      let withShell = whose === role || whose === FIRST_OF_ADMIN;
      const found: string[] = [];
      for (const [name, address] of addresses) {
        const began = Date.now();
        const { faults, presses } = await crawl({ inputs, address, withShell, restore, turn });
        withShell = false;
        found.push(...faults.map((fault) => `${name}: ${fault}`));
        const seconds = Math.round((Date.now() - began) / 1000);
        console.log(
          [`${whose}, ${width}, ${name}: ${presses} presses in ${seconds} s`, ...faults].join('\n  '),
        );
      }
      await close();
      expect(found).toEqual([]);
    });
  }

async function logIn(page: Page, role: string): Promise<void> {
  if (role === 'visitor') return;
  const data = { email: `${role}@demo.waypost.test`, password: DEMO_PASSWORD };
  expect(await (await page.request.post('/auth/login', { data })).json()).toMatchObject({
    message: 'success',
  });
}

/**
 * `restore` resets the database and the session to their current state, and returns whether they had changed.
 */
async function keepState(page: Page, product: Product) {
  const { rewind, close } = await openRewind(product);
  const context = page.context();
  const cookies = await context.cookies();
  const restore = async () => {
    const rows = await rewind();
    const haveCookiesChanged = JSON.stringify(await context.cookies()) !== JSON.stringify(cookies);
    if (haveCookiesChanged) {
      await context.clearCookies();
      await context.addCookies(cookies);
    }
    return rows > 0 || haveCookiesChanged;
  };
  return { restore, close };
}
