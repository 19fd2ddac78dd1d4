import { foldText } from '@waypost/contract/fold';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();

test('the database folds text as the browser does', async () => {
  const texts = [
    '',
    ' Anne-Marie ',
    "O'Shea `x`",
    'O’Shea ‘ʼʻʹ′´＇‛',
    'a‐b‑c‒d–e—f−g',
    'Zoë ÁLVAREZ Jose\u0301',
    'Groß ẞ Æ æ Œ œ Þ þ Ø ø Ł ł Đ đ Ð ð ı İ',
    'ΓΙΩΡΓΟΣ Ёлка Й',
    'ＡＢＣ ﬁ ½ ①',
    'محمّد שָׁלוֹם',
    '김민수 王小明 がぎ',
    'नमस्ते',
    'a\u200db\u00adc\ufeffd❤️',
  ];
  const { rows } = await server.database.owner.query<{ folded: string }>(
    'select fold_text(given) as folded from unnest($1::text[]) with ordinality g(given, place) order by place',
    [texts],
  );
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
});
