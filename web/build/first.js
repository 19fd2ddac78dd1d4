// Stands in every page and runs before its first paint; the server allows it by its hash.

// The page is painted in the system's scheme.
document.documentElement.dataset.mantineColorScheme = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light';

// A host where nobody works in earnest has a banner.
document.documentElement.dataset.environment = environmentOf(location.hostname) ?? '';

// What was written with the editor is read without running any of it, a paragraph at a time.
const paragraphsOf = (html) =>
  [...new DOMParser().parseFromString(html, 'text/html').body.children].map(({ textContent }) =>
    Object.assign(document.createElement('p'), { textContent }),
  );

// What the screen is about is asked for at once, and shown as text; the application takes the reply over.
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
        // Gone where the application was quicker.
        if (!place) continue;
        // Another element, since a browser tells of each only once how much of the screen it paints first.
        const filled = place.cloneNode();
        filled.append(...('rich' in place.dataset ? paragraphsOf(text) : [text]));
        place.replaceWith(filled);
      }
    },
    () => {},
  );
}

// What brings the page to life is asked for once all this has been painted: on a slow line it would share the line
// with the page, on a slow telephone it would hold the paint back. A page in the background is not painted, and some
// browsers do not tell: hence the clock.
const begin = () => {
  document.head.append(document.getElementById('application')?.content ?? '');
  setTimeout(openStorage);
};
// Whoever first looks into the tab's storage waits for the disk: now, while the rest is on its way, not in its midst.
const openStorage = () => {
  try {
    sessionStorage.getItem('');
  } catch {
    // Closed to this page; the application does without it too.
  }
};
const painted = new Promise((done) =>
  new PerformanceObserver(done).observe({ type: 'paint', buffered: true }),
);
// The second frame is begun when the first, with the text in it, has been handed on to be seen.
const seen = (then) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
Promise.all([painted, shown]).then(() => seen(begin));
setTimeout(begin, document.hidden ? 0 : 2000);
