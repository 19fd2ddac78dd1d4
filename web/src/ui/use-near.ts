import { type RefObject, useEffect, useState } from 'react';

/** Whether this place has come near what is seen of the page, once and for good: what is heavy may wait for it. */
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
