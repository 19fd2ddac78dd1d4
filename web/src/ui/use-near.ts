import { type RefObject, useEffect, useState } from 'react';

/** Whether this element has ever come near the visible part of the page, so heavy content can load late. */
export function useNear(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return near;
}
