/**
 * The next Approve button for a person working through a list: the one after `leaving` in the page's order,
 * otherwise the first. `leaving` is the pressed button, or a part of the page that disappears with it. Undefined
 * if none is left.
 */
export function nextApprove(leaving: Element): HTMLElement | undefined {
  const others = [...document.querySelectorAll<HTMLElement>('button[data-approve]:enabled')].filter(
    (each) => !leaving.contains(each),
  );
  const isAfter = (each: Element) =>
    (leaving.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return others.find(isAfter) ?? others[0];
}
