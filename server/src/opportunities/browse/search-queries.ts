import type { Tx } from '../../platform/database/connect.ts';
import { nearestWords } from './nearest-words.ts';
import type { Browsing } from './queries.ts';

/**
 * The search terms: the stems of the typed words. For a word that starts no word of the school system's opportunities,
 * the closest words that do. Null if only stop words were typed.
 */
export async function findTerms(tx: Tx, clientId: string, typed: string): Promise<Browsing['terms']> {
  const stems = await findStems(tx, clientId, typed);
  if (stems.length === 0) return null;
  const misspelled = stems.filter(({ known }) => !known);
  const all = misspelled.length > 0 ? await findWords(tx, clientId) : [];
  const terms = stems.flatMap(({ word, known }, place) => {
    const near = known ? [] : nearestWords(word, all);
    return (near.length > 0 ? near : [word]).map((one) => ({ word: one, place }));
  });
  return { words: terms.map(({ word }) => word), places: terms.map(({ place }) => place) };
}

/** The stems of a text, and whether some opportunity has a word that starts with each. */
async function findStems(tx: Tx, clientId: string, typed: string) {
  const { rows } = await tx.client.query<{ word: string; known: boolean }>({
    name: 'findStems',
    text: `select stem.word, exists(select from opportunity_words w where w.client_id = $1
        and w.word >= stem.word and w.word < stem.word || chr(1114111)) as known
      from unnest(stems_of($2)) stem(word)`,
    values: [clientId, typed],
  });
  return rows;
}

/** Every distinct word. Each step is one index lookup, however many opportunities have the word. */
async function findWords(tx: Tx, clientId: string): Promise<string[]> {
  const { rows } = await tx.client.query<{ word: string }>({
    name: 'findWords',
    text: `with recursive words as (
        (select w.word from opportunity_words w where w.client_id = $1 order by w.word limit 1)
        union all
        select (select w.word from opportunity_words w where w.client_id = $1 and w.word > words.word
          order by w.word limit 1) from words where words.word is not null)
      select word from words where word is not null`,
    values: [clientId],
  });
  return rows.map(({ word }) => word);
}
