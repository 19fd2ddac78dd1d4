/**
 * The next Approve button for a person working through a list: the one after this in the page's order,
 * otherwise the first. Undefined if none is left.
 */
export function nextApprove(pressed: Element): HTMLElement | undefined {
  const others = [...document.querySelectorAll<HTMLElement>('button[aria-label^="Approve "]:enabled')].filter(
    (each) => each !== pressed,
  );
  const isAfter = (each: Element) =>
    (pressed.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return others.find(isAfter) ?? others[0];
}
