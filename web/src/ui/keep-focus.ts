/**
 * Never leaves the keyboard nowhere: when what has the focus is removed or disabled and nothing else takes the
 * focus, it goes to what remains around it, or to whatever had it before (WCAG 2.4.3). A part that knows a better
 * place, such as the next row's button, moves the focus there itself, and first.
 */
export function keepFocus(page: Document): () => void {
  /** Buttons that were disabled while they were at work. */
  const wasBusy = new WeakSet<Element>();
  /** What had the focus, the latest first, each with what it was in. */
  let visited: { element: Element; around: Element[] }[] = [];

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const earlier = visited.filter(({ element }) => element !== target);
    visited = [{ element: target, around: ancestorsOf(target) }, ...earlier].slice(0, REMEMBERED);
  };
  /** Pressing plain text is leaving by oneself. */
  const forget = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) visited = [];
  };
  const restore = () => {
    const latest = visited[0];
    if (!latest || !isLost(latest.element) || !isNowhere(page)) return;
    // A button that is busy takes the focus back when it is done.
    if (latest.element.isConnected && latest.element.matches('[data-loading]')) return;
    for (const { element, around } of visited) {
      if (take(element, page)) return;
      if (around.some((each) => take(each, page))) return;
    }
  };
  const onChange = () => {
    const latest = visited[0]?.element;
    if (!latest) return;
    if (wasBusy.has(latest) && !isLost(latest) && isNowhere(page)) take(latest, page);
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
  page.addEventListener('focusin', remember);
  page.addEventListener('pointerdown', forget);
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('pointerdown', forget);
  };
}

const REMEMBERED = 8;
const FOCUSABLE = 'a, button, input, select, textarea, summary, label, [tabindex], [contenteditable]';

/** From the innermost out, as far as the page's own frame. */
function ancestorsOf(element: Element): Element[] {
  const around: Element[] = [];
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
    around.push(each);
  return around;
}

const isLost = (element: Element) =>
  !element.isConnected || element.matches(':disabled') || element.checkVisibility?.() === false;

const isNowhere = (page: Document) => page.activeElement === null || page.activeElement === page.body;

/** Whether the element took the focus: it must be there, and be made for it. */
function take(element: Element, page: Document): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.matches(FOCUSABLE)) return false;
  element.focus({ preventScroll: true });
  return page.activeElement === element;
}

function afterTwoFrames(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
