// `npx tsx bench/readability.ts [feature]`: prints how hard the texts are to read, by feature and for students. With a
// feature, also prints its hardest texts.
import { catalogNames, readCatalog } from '../contract/messages/collect.ts';
import {
  type Graded,
  gradeCatalog,
  gradeOf,
  isSentence,
  perspicuityOf,
  shownText,
  studentSources,
} from '../contract/messages/readability.ts';

const messages = gradeCatalog();
const students = studentSources();
const forStudents = messages.filter(({ files }) => files.some((file) => students.has(file)));
const [, , feature] = process.argv;

const translations = new Map(
  catalogNames('es').flatMap((name) =>
    readCatalog('es', name).map(({ message, translation }) => [message, translation] as const),
  ),
);

function row(name: string, of: readonly Graded[], you: 'tu' | 'other' = 'other') {
  const sentences = of.filter(isSentence);
  const spanish = of.map(({ message }) => shownText(translations.get(message) ?? '', you)).filter(Boolean);
  return {
    texts: name,
    messages: of.length,
    sentences: sentences.length,
    grade: gradeOf(...of.map(({ text }) => text)).toFixed(1),
    'of sentences': sentences.length ? gradeOf(...sentences.map(({ text }) => text)).toFixed(1) : '',
    hardest: Math.max(0, ...sentences.map(({ grade }) => grade)).toFixed(1),
    'above 8': sentences.filter(({ grade }) => grade > 8).length,
    Spanish: spanish.length ? perspicuityOf(...spanish).toFixed(0) : '',
  };
}

const features = [...new Set(messages.flatMap((one) => one.features))].sort();
console.table([
  row('all', messages),
  row('students and visitors', forStudents, 'tu'),
  ...features.map((name) =>
    row(
      name,
      messages.filter((one) => one.features.includes(name)),
    ),
  ),
]);
if (feature)
  for (const { grade, message } of messages
    .filter((one) => one.features.includes(feature) && isSentence(one))
    .sort((one, other) => other.grade - one.grade)
    .slice(0, 30))
    console.log(grade.toFixed(1), message);
