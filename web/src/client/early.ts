declare global {
  interface Window {
    /** Requests that the page sent before the app started (`build/first.js`), by address. */
    early?: Record<string, Promise<Response>>;
  }
}

/** The early reply for this address. Used only once, because it gets outdated. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const reply = window.early?.[address];
  delete window.early?.[address];
  return reply;
}
