import { HOME_COOKIE } from '@waypost/contract/access';
import { cookieOf, setCookie } from '../client/cookies.ts';

/** Stores the home screen's path for the next login, and for the page that the server sends for `/default`. */
export const rememberHome = (path: string): void => setCookie(HOME_COOKIE, path);

/** The home screen that this browser showed last. */
export const rememberedHome = (): string | undefined => cookieOf(HOME_COOKIE);
