/**
 * Never loses the keyboard focus: when the focused element is removed or disabled and nothing else takes the
 * focus, it moves to what remains around it, or to the previously focused element (WCAG 2.4.3). A component
 * that knows a better target, such as the next row's button, moves the focus there first.
 */
export function keepFocus(page: Document): () => void {
  /** Buttons that were disabled while busy. */
  const wasBusy = new WeakSet<Element>();
  /** The elements that had the focus, latest first, each with its ancestors. */
  let visited: { element: Element; around: Element[] }[] = [];

  const prepareOffline = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const earlier = visited.filter(({ element }) => element !== target);
    visited = [{ element: target, around: ancestorsOf(target) }, ...earlier].slice(0, REMEMBERED);
  };
  /** Pressing plain text moves the focus away on purpose. */
  const forget = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) visited = [];
  };
  const restore = () => {
    const latest = visited[0];
    if (!latest || !isLost(latest.element) || !isFocusLost(page)) return;
    // A busy button takes the focus back when it is done.
    if (latest.element.isConnected && latest.element.matches('[data-loading]')) return;
    for (const { element, around } of visited) {
      if (take(element, page)) return;
      if (around.some((each) => take(each, page))) return;
    }
  };
  const onChange = () => {
    const latest = visited[0]?.element;
    if (!latest) return;
    if (wasBusy.has(latest) && !isLost(latest) && isFocusLost(page)) take(latest, page);
    if (latest.matches('[data-loading]')) wasBusy.add(latest);
    if (isLost(latest)) afterTwoFrames(restore);
  };
  const observer = new MutationObserver(onChange);
  observer.observe(page, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open', 'data-loading'],
  });
  page.addEventListener('focusin', prepareOffline);
  page.addEventListener('pointerdown', forget);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', prepareOffline);
    page.removeEventListener('pointerdown', forget);
  };
}

const REMEMBERED = 8;
const FOCUSABLE = 'a, button, input, select, textarea, summary, label, [tabindex], [contenteditable]';

/** From the innermost element outward, up to the page's shell. */
function ancestorsOf(element: Element): Element[] {
  const around: Element[] = [];
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
    around.push(each);
  return around;
}

const isLost = (element: Element) =>
  !element.isConnected || element.matches(':disabled') || element.checkVisibility?.() === false;

const isFocusLost = (page: Document) => page.activeElement === null || page.activeElement === page.body;

/** Focuses the element. Returns whether that worked: it must exist and be focusable. */
function take(element: Element, page: Document): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.matches(FOCUSABLE)) return false;
  element.focus({ preventScroll: true });
  return page.activeElement === element;
}

function afterTwoFrames(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
