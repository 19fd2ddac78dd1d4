import { useEffect, useState } from 'react';

/** False until this many milliseconds have passed since mounting. */
export function useAfter(milliseconds: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}
