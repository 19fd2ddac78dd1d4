declare global {
  interface Window {
    /** What the page asked for by itself before the application was there (`build/first.js`), by its address. */
    early?: Record<string, Promise<Response>>;
  }
}

/** The reply that is on its way to this address already; it is news once only. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const reply = window.early?.[address];
  delete window.early?.[address];
  return reply;
}
