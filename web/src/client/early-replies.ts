declare global {
  interface Window {
    /** Requests that the page sent before the app started (`build/first.js`), by URL. */
    early?: Record<string, Promise<Response>>;
  }
}

/** The early reply for this URL. Used only once, because it becomes outdated. */
export function takeEarlyReply(address: string): Promise<Response> | undefined {
  const reply = window.early?.[address];
  delete window.early?.[address];
  return reply;
}
