import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomId } from '../../client/random-id.ts';
import { type Failure, type QueuedEntry, type QueueStore, saveEntry, sendQueue } from './hours-queue.ts';

const anEntry = (given: Partial<QueuedEntry> = {}): QueuedEntry => ({
  key: randomId(),
  account: 'ana',
  project_id: 'p',
  entry: { start_date: '2026-03-02', end_date: '2026-03-02', total_hours: 3, text_log: 'Painted.' },
  saved_at: 1,
  refused: null,
  ...given,
});

class Failed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(JSON.stringify(failure));
    this.failure = failure;
  }
}
const failureOf = (error: unknown): Failure => (error instanceof Failed ? error.failure : 'later');

/** What is saved on the phone. `step` runs before each access. */
function aStore(entries: QueuedEntry[] = [], step: () => Promise<void> = async () => {}) {
  const disk = new Map(entries.map((entry) => [entry.key, entry]));
  const store: QueueStore = {
    list: () => step().then(() => [...disk.values()]),
    put: (entry) => step().then(() => disk.set(entry.key, entry)),
    remove: (key) => step().then(() => disk.delete(key)),
    refuse: (key, refused) =>
      step().then(() => {
        const found = disk.get(key);
        if (found) disk.set(key, { ...found, refused });
      }),
  };
  return { disk, store };
}

const failing = (failure: Failure) => () => Promise.reject(new Failed(failure));
const storeBlocked = (): QueueStore => {
  const refuse = () => Promise.reject(new Error('blocked'));
  return { list: refuse, put: refuse, remove: refuse, refuse };
};

describe('saving an entry', () => {
  test('is on the phone while it is sent, and not any more once it is logged', async () => {
    const { disk, store } = aStore();
    const entry = anEntry();
    const send = async () => {
      expect([...disk.values()]).toEqual([entry]);
      return 'logged';
    };
    expect(await saveEntry(store, entry, { send, failureOf })).toBe('logged');
    expect(disk.size).toBe(0);
  });

  test('without a connection, it stays on the phone', async () => {
    const { disk, store } = aStore();
    expect(await saveEntry(store, anEntry(), { send: failing('offline'), failureOf })).toBeNull();
    expect(disk.size).toBe(1);
  });

  test('keeps an entry after the session has ended, and reports the failure', async () => {
    const { disk, store } = aStore();
    await expect(saveEntry(store, anEntry(), { send: failing('logged out'), failureOf })).rejects.toThrow();
    expect(disk.size).toBe(1);
  });

  test.each<Failure>(['later', { refused: 'too late' }])(
    'after %j, only the form has it',
    async (failure) => {
      const { disk, store } = aStore();
      await expect(saveEntry(store, anEntry(), { send: failing(failure), failureOf })).rejects.toThrow();
      expect(disk.size).toBe(0);
    },
  );

  test('is sent even if the browser blocks storage, and then a lost connection is a failure', async () => {
    const blocked = storeBlocked();
    expect(await saveEntry(blocked, anEntry(), { send: async () => 'logged', failureOf })).toBe('logged');
    await expect(saveEntry(blocked, anEntry(), { send: failing('offline'), failureOf })).rejects.toThrow();
  });
});

describe('sending what is waiting', () => {
  const three = () => [3, 1, 2].map((saved_at) => anEntry({ saved_at }));

  test('sends the account’s entries, the oldest first', async () => {
    const { disk, store } = aStore([...three(), anEntry({ account: 'ben' })]);
    const send = async ({ account, saved_at }: QueuedEntry) => `${account} ${saved_at}`;
    const { replies } = await sendQueue(store, 'ana', { send, failureOf });
    expect(replies).toEqual(['ana 1', 'ana 2', 'ana 3']);
    expect([...disk.values()].map(({ account }) => account)).toEqual(['ben']);
  });

  test('keeps a refused entry with its reason, does not send it again, and sends the others', async () => {
    const { disk, store } = aStore(three());
    const sent: number[] = [];
    const send = async ({ saved_at }: QueuedEntry) => {
      sent.push(saved_at);
      if (saved_at === 1) throw new Failed({ refused: 'too late' });
    };
    expect((await sendQueue(store, 'ana', { send, failureOf })).reasons).toEqual(['too late']);
    await sendQueue(store, 'ana', { send, failureOf });
    expect(sent).toEqual([1, 2, 3]);
    expect([...disk.values()].map(({ saved_at, refused }) => [saved_at, refused])).toEqual([[1, 'too late']]);
  });

  test.each<[Failure, number]>([
    ['offline', 1],
    ['logged out', 1],
    ['later', 3],
  ])('after %j, tries %d of three and loses none', async (failure, tries) => {
    const { disk, store } = aStore(three());
    let sent = 0;
    const send = async () => {
      sent += 1;
      throw new Failed(failure);
    };
    await sendQueue(store, 'ana', { send, failureOf });
    expect([sent, disk.size]).toEqual([tries, 3]);
  });

  test('leaves out an entry that a form is sending, and one that was removed meanwhile', async () => {
    const entries = three();
    const [late, first, second] = entries;
    const { disk, store } = aStore(entries);
    const sent: number[] = [];
    const send = async ({ saved_at }: QueuedEntry) => {
      sent.push(saved_at);
      disk.delete(second?.key ?? '');
    };
    await sendQueue(store, 'ana', { send, failureOf }, (key) => key === late?.key);
    expect(sent).toEqual([first?.saved_at]);
    expect(disk.size).toBe(1);
  });
});

/** What happens to a request on its way. */
const fates = ['arrives', 'is lost', 'reply is lost', 'is late', 'arrives twice', 'fails'] as const;
type Fate = (typeof fates)[number];

const TABS = 2;
const tab = fc.nat(TABS - 1);
const step = fc.oneof(
  fc.record({ do: fc.constant('save' as const), tab, isGood: fc.boolean() }),
  fc.record({ do: fc.constant('send' as const), tab }),
  fc.record({ do: fc.constant('reload' as const), tab }),
  fc.record({ do: fc.constant('connect' as const), isOnline: fc.boolean() }),
  fc.record({ do: fc.constant('log in' as const), account: fc.constantFrom('ana', 'ben') }),
  fc.record({ do: fc.constant('deliver' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('wait' as const), steps: fc.integer({ min: 1, max: 6 }) }),
);

/** Logs each key once, only for the account that is logged in, and refuses bad entries. */
function aServer() {
  const logged: { key: string; account: string }[] = [];
  const server = {
    account: 'ana',
    logged,
    receive({ key, account, entry }: QueuedEntry) {
      // The entry names its account.
      if (server.account !== account) throw new Failed('logged out');
      if (entry.total_hours === 0) throw new Failed({ refused: 'hours must be greater than 0' });
      if (!logged.some((one) => one.key === key)) logged.push({ key, account });
    },
  };
  return server;
}

test('any schedule of offline, reload, duplicate and reorder logs each entry once and loses none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 30 }),
      fc.scheduler(),
      async (steps, chances, scheduler) => {
        const server = aServer();
        const late: QueuedEntry[] = [];
        let isOnline = true;
        let requests = 0;
        let isOver = false;
        const disk = new Map<string, QueuedEntry>();
        const everSaved = new Map<string, QueuedEntry>();
        const givenBack = new Set<string>();

        /** A tab that stops in the middle of whatever it does when it is reloaded. */
        const openTab = () => {
          const opened = { isOpen: true };
          const pause = async () => {
            await scheduler.schedule(Promise.resolve());
            if (!opened.isOpen) await new Promise(() => {});
          };
          const store: QueueStore = {
            list: () => pause().then(() => [...disk.values()]),
            put: (entry) =>
              pause().then(() => {
                disk.set(entry.key, entry);
                everSaved.set(entry.key, entry);
              }),
            remove: (key) => pause().then(() => disk.delete(key)),
            refuse: (key, refused) =>
              pause().then(() => {
                const found = disk.get(key);
                if (found) disk.set(key, { ...found, refused });
              }),
          };
          const post = async (entry: QueuedEntry) => {
            await pause();
            if (!isOnline) throw new Failed('offline');
            const fate: Fate = isOver ? 'arrives' : (chances[requests++ % chances.length] ?? 'arrives');
            if (fate === 'fails') throw new Failed('later');
            if (fate === 'is late' || fate === 'arrives twice') late.push(entry);
            if (fate === 'is lost' || fate === 'is late') throw new Failed('offline');
            server.receive(entry);
            await pause();
            if (fate === 'reply is lost') throw new Failed('offline');
          };
          const postAsOwner = async (entry: QueuedEntry) => {
            await pause();
            if (!isOnline) throw new Failed('offline');
            if (server.account !== entry.account) throw new Failed('logged out');
            await post(entry);
          };
          return {
            close: () => {
              opened.isOpen = false;
            },
            save: (entry: QueuedEntry) =>
              saveEntry(store, entry, { send: post, failureOf }).catch(() => givenBack.add(entry.key)),
            send: (account: string) =>
              sendQueue(store, account, { send: postAsOwner, failureOf }).catch(() => undefined),
          };
        };
        const deliver = (index: number) => {
          const [entry] = late.splice(index % Math.max(1, late.length), 1);
          try {
            if (entry) server.receive(entry);
          } catch {
            // Nobody waits for this reply any more.
          }
        };

        const tabs = Array.from({ length: TABS }, openTab);
        const reload = (which: number) => {
          tabs[which]?.close();
          tabs[which] = openTab();
        };
        for (const [at, one] of steps.entries()) {
          if (one.do === 'save') {
            const entry = anEntry({ account: server.account, saved_at: at });
            const total_hours = one.isGood ? 3 : 0;
            void tabs[one.tab]?.save({ ...entry, entry: { ...entry.entry, total_hours } });
          } else if (one.do === 'send') void tabs[one.tab]?.send(server.account);
          else if (one.do === 'reload') reload(one.tab);
          else if (one.do === 'connect') isOnline = one.isOnline;
          else if (one.do === 'log in') server.account = one.account;
          else if (one.do === 'deliver') deliver(one.which);
          else
            for (let more = 0; more < one.steps && scheduler.count() > 0; more++) await scheduler.waitOne();
        }

        // In the end there is a connection, both people log in once more, and late requests arrive.
        await scheduler.waitIdle();
        [isOnline, isOver] = [true, true];
        for (const account of ['ana', 'ben', 'ana']) {
          server.account = account;
          while (late.length > 0) deliver(0);
          void openTab().send(account);
          await scheduler.waitIdle();
        }

        const count = (key: string) => server.logged.filter((one) => one.key === key).length;
        for (const { key, account, entry } of everSaved.values()) {
          const times = count(key);
          expect(times).toBeLessThanOrEqual(1);
          expect(server.logged.every((one) => one.key !== key || one.account === account)).toBe(true);
          const left = disk.get(key);
          if (left) expect(left.refused).toBeTruthy();
          const isGood = entry.total_hours > 0;
          // A refusal to the form leaves the entry there, where its text is also kept as a draft.
          if (isGood && !givenBack.has(key)) expect([key, times, left]).toEqual([key, 1, undefined]);
        }
        expect(server.logged.every(({ key }) => everSaved.has(key))).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
