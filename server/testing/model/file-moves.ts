import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { conflict, forStudents, type Move, notFound, only } from './move.ts';
import { placementOf } from './placement.ts';
import { type Caller, fileOf, isStudent, type Placement, type State, type Student } from './state.ts';

type NamedFile = { name: string };

const listOf = (files: string[]) => files.toSorted().join(', ') || 'no files';
/** A student also has the agreement that is there from the start. */
const listed = (all: NamedFile[]) =>
  listOf(all.map(({ name }) => name).filter((name) => name.startsWith('file ')));
const pictureOf = ({ profile_pic_id_fk: picture }: { profile_pic_id_fk: NamedFile | null }) =>
  listed(picture ? [picture] : []);
const filesOf = (project: Project) => listed(project.final_project?.files ?? []);

const isUsed = (state: State, student: Student, file: string) =>
  state.placements[student]?.files.includes(file) ?? false;

function requireOwn(state: State, student: Student, file: string): void {
  if (state.files[file] !== student) notFound();
}

/** Their owner can remove them again, which changes nothing. */
const isOwnOrRemoved = (state: State, student: Student, file: string) =>
  state.files[file] === student || state.removedFiles[file] === student;

function remove(state: State, student: Student, file: string): void {
  delete state.files[file];
  if (state.pictures[student] === file) delete state.pictures[student];
}

const selfOf = ({ user }: Caller): Student => (isStudent(user) ? user : notFound());
const ownFiles = (state: State, student: Student) =>
  Object.keys(state.files)
    .filter((file) => state.files[file] === student)
    .map((file) => ({ file }));

function requireOpen(placement: Placement): void {
  if (placement.approved.includes('project'))
    conflict('Your final project is approved, so you can’t change its files');
}

/** A student's uploads, of which one may be their picture and any may belong to their placement. */
export const fileMoves = {
  upload: {
    may: { Student: 'session' },
    weight: 0.5,
    ways: () => [{}],
    does: (state, op, caller) => {
      state.files[fileOf(op)] = selfOf(caller);
      return fileOf(op);
    },
    asks: (op) => [fileCalls.uploadFile, { name: fileOf(op) }],
    says: ({ name }: NamedFile) => name,
  },
  'read files': {
    may: { Student: 'session' },
    weight: 0.3,
    ways: () => [{}],
    does: (state, _, caller) => listOf(ownFiles(state, selfOf(caller)).map(({ file }) => file)),
    asks: () => [fileCalls.getUsersFiles, {}],
    says: listed,
  },
  'delete file': {
    may: { Student: 'session' },
    ways: forStudents(ownFiles),
    does: (state, { file }, caller) => {
      const student = selfOf(caller);
      if (state.removedFiles[file] === student) return 'success';
      requireOwn(state, student, file);
      const placement = state.placements[student];
      if (placement && isUsed(state, student, file)) {
        if (!caller.approved) only('403 unapproved');
        requireOpen(placement);
        placement.files = placement.files.filter((one) => one !== file);
      }
      remove(state, student, file);
      state.removedFiles[file] = student;
      return 'success';
    },
    asks: (_, { file_id }) => [fileCalls.deleteFile, { file_id }],
  },
  'use picture': {
    may: { Student: 'session' },
    ways: forStudents(ownFiles),
    does: (state, { file }, caller) => {
      const student = selfOf(caller);
      requireOwn(state, student, file);
      const replaced = state.pictures[student];
      state.pictures[student] = file;
      if (replaced && replaced !== file && !isUsed(state, student, replaced))
        remove(state, student, replaced);
      return file;
    },
    asks: (op, { user, file_id }) => [
      profileCalls.saveUserFile,
      { user_id: user(op.student).id, file_id, key: 'profile_pic_id_fk' },
    ],
    says: pictureOf,
  },
  'read picture': {
    may: { Admin: 'session' },
    weight: 0.3,
    ways: forStudents(),
    does: (state, { student }, { user }) => {
      if (user === 'outsider') notFound();
      return listOf([state.pictures[student] ?? []].flat());
    },
    asks: (op, { user }) => [profileCalls.getUser, { id: user(op.student).id }],
    says: pictureOf,
  },
  'add file': {
    may: { Student: 'approved' },
    weight: 2,
    ways: forStudents(ownFiles),
    does: (state, op, caller) => {
      const placement = placementOf(state, op, caller);
      requireOwn(state, op.student, op.file);
      requireOpen(placement);
      if (!placement.files.includes(op.file)) placement.files.push(op.file);
      return listOf(placement.files);
    },
    asks: (_, { project_id, file_id }) => [finalWorkCalls.saveFileLink, { project_id, file_id }],
    says: filesOf,
  },
  'take out file': {
    may: { Student: 'approved' },
    ways: forStudents(ownFiles),
    does: (state, op, caller) => {
      const placement = placementOf(state, op, caller);
      if (!placement.files.includes(op.file)) {
        if (!isOwnOrRemoved(state, op.student, op.file)) notFound();
        return listOf(placement.files);
      }
      requireOpen(placement);
      placement.files = placement.files.filter((file) => file !== op.file);
      if (state.pictures[op.student] !== op.file) {
        remove(state, op.student, op.file);
        state.removedFiles[op.file] = op.student;
      }
      return listOf(placement.files);
    },
    asks: (_, { project_id, file_id }) => [finalWorkCalls.removeFileLink, { project_id, file_id }],
    says: filesOf,
  },
} satisfies Record<string, Move>;
