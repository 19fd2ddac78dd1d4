// Inlined in every page and run before its first paint; the content security policy allows it by its hash.

// Use the system's color scheme.
document.documentElement.dataset.mantineColorScheme = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light';

// Hosts other than production show a banner.
document.documentElement.dataset.environment = environmentOf(location.hostname) ?? '';

// Parses rich text without running scripts in it, and returns its paragraphs as plain text.
const paragraphsOf = (html) =>
  [...new DOMParser().parseFromString(html, 'text/html').body.children].map(({ textContent }) =>
    Object.assign(document.createElement('p'), { textContent }),
  );

// Requests the screen's data immediately and shows it as text; the app then reuses the reply.
let shown = Promise.resolve();
const call = JSON.parse(document.querySelector('meta[name="first-call"]')?.content ?? 'null');
if (call) {
  const address = call.asks.replace(/ID$/, location.pathname.split('/').at(-1));
  const reply = fetch(address, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'Accept-Language': document.documentElement.lang },
  });
  window.early = { [address]: reply };
  const parsed = new Promise((done) => document.addEventListener('DOMContentLoaded', done));
  shown = Promise.all([reply.then((known) => (known.ok ? known.clone().json() : null)), parsed]).then(
    ([known]) => {
      for (const [selector, name] of Object.entries(known ? call.shows : {})) {
        const text = name.split('.').reduce((value, key) => value[key], known);
        const place = document.querySelector(`[aria-busy] ${selector}`);
        // The app may have replaced it already.
        if (!place) continue;
        // A new element, because browsers report the painted size of each element only once.
        const filled = place.cloneNode();
        filled.append(...('rich' in place.dataset ? paragraphsOf(text) : [text]));
        place.replaceWith(filled);
      }
    },
    () => {},
  );
}

// Load the app only after this paint: on a slow connection it would compete with the page for bandwidth,
// and on a slow phone it would delay the paint. A background page is not painted, and some browsers do not
// report paints, hence the timer.
const begin = () => {
  document.head.append(document.getElementById('application')?.content ?? '');
  setTimeout(openStorage);
};
// The first access to session storage waits for the disk. Do that now, while the scripts are loading.
const openStorage = () => {
  try {
    sessionStorage.getItem('');
  } catch {
    // The browser blocks storage; the app works without it.
  }
};
const painted = new Promise((done) =>
  new PerformanceObserver(done).observe({ type: 'paint', buffered: true }),
);
// The second frame starts only after the first one, which contains the text, was submitted for display.
const seen = (then) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
Promise.all([painted, shown]).then(() => seen(begin));
setTimeout(begin, document.hidden ? 0 : 2000);
