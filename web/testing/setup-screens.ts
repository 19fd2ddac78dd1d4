import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '../src/app/base.css';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { configure, prettyDOM } from '@testing-library/dom';
import { compileWith } from '@waypost/contract/i18n';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { watchFields } from '../src/client/form.ts';
import { onOtherUser, showUser } from '../src/client/shown-user.ts';
import { recordField, requireAllFields } from './form-fields.ts';
import { poll } from './polling.ts';
import { unmountAll } from './render.tsx';
import { restoreWindow } from './window-size.ts';

// Compile messages here: the build does not run in tests, and with NODE_ENV=production Lingui does not compile.
compileWith(compileMessage);

/** The real timer, to use even while a test has fake ones. */
const { setTimeout: startTimer } = window;

/**
 * The error for an element that was not found. It prints the page only when its message is read, which takes long: a test that
 * waits for an element discards most of these errors.
 */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  // Reports show the line of the test that asked for the element.
  Error.captureStackTrace(error, notFound);
  error.name = 'TestingLibraryElementError';
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get, configurable: true });
}

configure({
  getElementError: notFound,
  // Screens load their chunks when they open, which can take a while on a busy machine.
  asyncUtilTimeout: 30_000,
  // Let React also render what changed along with what the test waited for.
  asyncWrapper: async (wait) => {
    const found = await wait();
    await new Promise((done) => startTimer(done));
    return found;
  },
});

watchFields(recordField);
afterAll(requireAllFields);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // Turn polling off, because a test's result must not depend on timing.
  poll(false);
});

afterEach(async () => {
  unmountAll();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  showUser(undefined);
  onOtherUser(() => undefined);
  await restoreWindow();
});
