import type { peopleCalls } from '@waypost/contract/people/calls';
import type { Handlers } from '../access/handler.ts';
import { toFoundStudent } from './present.ts';
import { findStudentByEmail, findStudentsBeginning } from './queries.ts';

/** Finding a student to restrict an opportunity to: approved ones of the client (rulings, "Students' data"). */
export const peopleHandlers: Pick<Handlers<typeof peopleCalls>, 'getUserByEmail' | 'searchStudents'> = {
  getUserByEmail: async ({ actor, input }, tx) => {
    const [student] = await findStudentByEmail(tx, { clientId: actor.clientId, email: input.email });
    return student ? toFoundStudent(student) : [];
  },

  searchStudents: async ({ actor, input }, tx) => {
    const found = await findStudentsBeginning(tx, { clientId: actor.clientId, search: input.search });
    return found.map(toFoundStudent);
  },
};
