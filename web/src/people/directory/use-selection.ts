import { useMemo, useState } from 'react';

export interface Selection {
  has: (id: string) => boolean;
  turn: (id: string) => void;
  choose: (ids: readonly string[]) => void;
  clear: () => void;
}

const nobody: ReadonlySet<string> = new Set();

/** The selected rows of a list; another list starts with none. */
export function useSelection(list: string): Selection {
  const [kept, setKept] = useState({ list, ids: nobody });
  return useMemo(() => {
    const ids = kept.list === list ? kept.ids : nobody;
    const keep = (chosen: ReadonlySet<string>) => setKept({ list, ids: chosen });
    return {
      has: (id) => ids.has(id),
      turn: (id) => keep(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])),
      choose: (chosen) => keep(new Set(chosen)),
      clear: () => keep(nobody),
    };
  }, [kept, list]);
}
