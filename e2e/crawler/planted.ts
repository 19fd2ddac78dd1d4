/** A page with each fault that the crawler must find, next to controls that work. */
export const PLANTED = `<!doctype html>
<html lang="en">
  <title>Planted faults</title>
  <style>
    .cover { position: relative; width: 8rem }
    .cover span { position: absolute; inset: 0; background: #ccc }
  </style>
  <main>
    <h1>Planted faults</h1>
    <p id="told" tabindex="-1">Nothing yet</p>
    <button onclick="told.textContent += '.'">Works</button>
    <a href="#told">Leads on</a>
    <button>Dead</button>
    <span role="button" tabindex="0" onclick="told.textContent += '.'">Pointer alone</span>
    <button onkeydown="told.textContent += '.'">Keyboard alone</button>
    <button tabindex="-1" onclick="told.textContent += '.'">Out of reach</button>
    <a href="/elsewhere">Loads the page</a>
    <div class="cover"><button onclick="told.textContent += '.'">Covered</button><span>A cover</span></div>
    <button onclick="this.remove()">Vanishes</button>
    <button onclick="told.textContent += '.'; throw new Error('planted throw')">Throws</button>
    <button onclick="told.textContent += '.'; Promise.reject(new Error('planted rejection'))">Rejects</button>
    <button onclick="told.textContent += '.'; console.error('planted message')">Complains</button>
    <button id="opener" aria-expanded="false">Menu</button>
    <div id="menu" hidden>
      <button onclick="show(false)">Only closes</button>
      <button onclick="show(false)">Close the menu</button>
      <button onclick="told.textContent += '.'">Menu entry</button>
    </div>
    <button onclick="hasMenuOpened && told.append('.')">Waits for the menu</button>
    <button onmousedown="event.preventDefault()" onclick="told.append('.')">Takes no focus</button>
    <button id="once" aria-expanded="false">Opens once</button>
    <div id="inside" hidden><button onclick="told.append('.')">In what opens once</button></div>
    <button onclick="sessionStorage.isKept = 1; show(true)">Keeps</button>
    <button onclick="sessionStorage.isKept || told.append('.')">Works where nothing is kept</button>
    <label><input type="checkbox" onclick="return false"> Stuck</label>
    <label><input type="checkbox"> Ticks</label>
    <button aria-roledescription="sortable" onkeydown="told.append('.')"
      onmousedown="addEventListener('mousemove', () => told.append('.'), { once: true })">Drags</button>
    <details><summary>Unfolds</summary>What was folded</details>
    <button aria-hidden="true" tabindex="-1" onclick="told.append('.')">Shortcut of the pointer</button>
    <input role="combobox" aria-label="Suggests" onfocus="ariaExpanded = true" oninput="told.append('.')">
    <select aria-label="Chooses"><option>One</option><option>Two</option></select>
    <p style="border: 1px solid; width: 6rem">Unbreakableandfartoolong</p>
  </main>
  <script>
    const [told, opener, menu] = ['told', 'opener', 'menu'].map((id) => document.getElementById(id));
    const show = (open) => {
      menu.hidden = !open;
      opener.setAttribute('aria-expanded', open);
      if (!open) opener.focus();
    };
    let hasMenuOpened = false;
    opener.onclick = () => {
      hasMenuOpened = true;
      show(menu.hidden);
    };
    const [once, inside] = ['once', 'inside'].map((id) => document.getElementById(id));
    let hasOpened = false;
    once.onclick = () => {
      const opens = !hasOpened;
      hasOpened = true;
      inside.hidden = !opens;
      once.setAttribute('aria-expanded', opens);
    };
    const addBlock = () => {
      const block = document.createElement('div');
      block.style.cssText = 'height: 400px; background: #ccc';
      document.querySelector('h1').after(block);
    };
    if (location.search === '?jumps') {
      addBlock();
      new PerformanceObserver((painted, observer) => {
        observer.disconnect();
        setTimeout(addBlock, 50);
      }).observe({ type: 'paint', buffered: true });
    }
  </script>
</html>`;

/** The faults that the crawler must report, in any order. */
export const PLANTED_FAULTS = [
  'the words “Unbreakableandfartoolong” stick out of their frame',
  'pointer: button “Dead” does nothing',
  'keyboard: button “Dead” does nothing',
  'keyboard: button “Pointer alone” does nothing',
  'pointer: button “Keyboard alone” does nothing',
  'keyboard: button “Out of reach” is not reached with Tab',
  'pointer: link “Loads the page” loads the whole page http://planted.test/elsewhere',
  'keyboard: link “Loads the page” loads the whole page http://planted.test/elsewhere',
  'pointer: button “Covered” is covered by <span class=""> A cover',
  'pointer: button “Vanishes” leaves the focus on the body',
  'keyboard: button “Vanishes” leaves the focus on the body',
  'pointer: button “Throws” unhandled: planted throw',
  'keyboard: button “Throws” unhandled: planted throw',
  'pointer: button “Rejects” unhandled: planted rejection',
  'keyboard: button “Rejects” unhandled: planted rejection',
  'pointer: button “Complains” console: planted message http://planted.test/',
  'keyboard: button “Complains” console: planted message http://planted.test/',
  'pointer: button “Menu” → button “Only closes” closes what it is in, and does nothing else',
  'keyboard: button “Menu” → button “Only closes” closes what it is in, and does nothing else',
  'pointer: button “Takes no focus” leaves the focus on the body',
  'pointer: checkbox “Stuck” does nothing',
  'keyboard: checkbox “Stuck” does nothing',
];

/** Faults that show only on a freshly loaded page, or only on a reused one, so not in every turn. */
export const SELDOM_FAULTS = [
  'keyboard: button “Opens once” does nothing, once other controls have been pressed',
  'pointer: button “Waits for the menu” does nothing',
  'keyboard: button “Waits for the menu” does nothing',
];

export const isSeldom = (fault: string) => SELDOM_FAULTS.includes(fault);
