import { notFound } from './outcome.ts';
import { fileOf, type Op, type Placement, type State, type Student } from './state.ts';

type OnFile = Extract<
  Op,
  {
    do:
      | 'upload'
      | 'read files'
      | 'delete file'
      | 'use picture'
      | 'read picture'
      | 'add file'
      | 'take out file'
      | 'read final project';
  }
>;

const kinds: OnFile['do'][] = [
  ...(['upload', 'read files', 'delete file', 'use picture', 'read picture'] as const),
  ...(['add file', 'take out file', 'read final project'] as const),
];
export const isOnFile = (op: Op): op is OnFile => kinds.some((kind) => kind === op.do);

/** A student's uploads, of which one may be their picture and any may belong to their placement. */
export function onFile(state: State, op: OnFile): string {
  const { student } = op;
  const own = () => Object.keys(state.files).filter((file) => state.files[file] === student);
  const isPicture = (file: string) => state.pictures[student] === file;
  const isOfPlacement = (file: string) => state.placements[student]?.files.includes(file) ?? false;
  switch (op.do) {
    case 'upload':
      state.files[fileOf(op)] = student;
      return fileOf(op);
    case 'read files':
      return listOf(own());
    case 'read picture':
      return listOf(own().filter(isPicture));
    case 'delete file':
      requireFile(state, student, op.file);
      if (isOfPlacement(op.file)) return 'fail';
      remove(state, student, op.file);
      return 'success';
    case 'use picture': {
      requireFile(state, student, op.file);
      const replaced = state.pictures[student];
      state.pictures[student] = op.file;
      if (replaced && replaced !== op.file && !isOfPlacement(replaced)) remove(state, student, replaced);
      return op.file;
    }
    default:
      return inPlacement(state, state.placements[student] ?? notFound(), op);
  }
}

function inPlacement(
  state: State,
  placement: Placement,
  op: Extract<OnFile, { do: 'add file' | 'take out file' | 'read final project' }>,
): string {
  const { student } = op;
  if (op.do === 'add file') {
    requireFile(state, student, op.file);
    if (!placement.files.includes(op.file)) placement.files.push(op.file);
  } else if (op.do === 'take out file') {
    if (!placement.files.includes(op.file)) notFound();
    placement.files = placement.files.filter((file) => file !== op.file);
    if (state.pictures[student] !== op.file) remove(state, student, op.file);
  }
  return listOf(placement.files);
}

function requireFile(state: State, student: Student, file: string): void {
  if (state.files[file] !== student) notFound();
}

function remove(state: State, student: Student, file: string): void {
  delete state.files[file];
  if (state.pictures[student] === file) delete state.pictures[student];
}

export const listOf = (files: string[]) => files.toSorted().join(', ') || 'no files';
