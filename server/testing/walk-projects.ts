import { randomUUID } from 'node:crypto';
import type { Call } from '@waypost/contract/call';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { approvalTypes } from '@waypost/contract/placements/projects/rules';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { businessStatuses } from '@waypost/contract/statuses';
import fc from 'fast-check';
import { expect } from 'vitest';
import { apply, move, rush } from './walk-applications.ts';
import { expected, type ModelPlacement, taken } from './walk-model.ts';
import { anyStudent, nth, onProject, pick, placed, Step } from './walk-step.ts';

const log = fc.tuple(anyStudent, fc.constantFrom(0.25, 7.5, 67.5)).map(([index, hours]) =>
  onProject(`log ${hours} hours`, index, () => ({
    call: hoursCalls.createHoursEntry as Call,
    as: 'student',
    input: () => ({
      ...{ start_date: '2026-03-02', end_date: '2026-03-04' },
      ...{ total_hours: hours, text_log: 'Sanded.' },
    }),
    answer: expected.log,
    after: (placement, body) => {
      const known = placement.entries.map((entry) => entry.id);
      const fresh = (body as Project).hours.find((one) => !known.includes(one._id));
      taken.log(placement, fresh?._id ?? '', hours);
    },
  })),
);

const removeEntry = fc.tuple(anyStudent, nth).map(([index, which]) =>
  onProject('delete an entry', index, ({ entries }) => {
    const entry = pick(entries, which);
    return (
      entry && {
        call: hoursCalls.deleteHoursEntry as Call,
        as: 'student',
        input: () => ({ hours_log_id: entry.id }),
        answer: () => expected.remove(entry),
        after: (placement) => taken.remove(placement, entry),
      }
    );
  }),
);

const correct = fc.tuple(anyStudent, nth).map(([index, which]) =>
  onProject('correct an entry', index, ({ entries }) => {
    const entry = pick(entries, which);
    return (
      entry && {
        call: hoursCalls.correctHoursEntry as Call,
        as: 'student',
        input: () => ({
          ...{ hours_log_id: entry.id, start_date: '2026-03-02', end_date: '2026-03-02' },
          ...{ total_hours: 3.25, text_log: 'Sanded again.' },
        }),
        answer: (placement) => expected.correct(placement, entry),
        after: () => taken.correct(entry, 3.25),
      }
    );
  }),
);

const decide = fc.tuple(anyStudent, nth, fc.constantFrom(1, 1, -1)).map(([index, which, decision]) =>
  onProject(`decide ${decision} on an entry`, index, ({ entries }) => {
    const entry = pick(entries, which);
    return (
      entry && {
        call: hoursCalls.approveHours as Call,
        as: 'business',
        input: () => ({ hours_id: entry.id, business_approved: decision }),
        answer: () => expected.decide(entry, decision),
        after: (placement) => taken.decide(placement, entry, decision),
      }
    );
  }),
);

const answer = fc.tuple(anyStudent, nth, fc.constantFrom('Care.', 'Patience.')).map(([index, which, text]) =>
  onProject('answer a question', index, ({ reflections }) => {
    const question = pick(reflections, which);
    return (
      question && {
        call: reflectionCalls.saveReflection as Call,
        as: 'student',
        input: () => ({ _id: question.id, answer_text: text, status: 'complete' }),
        answer: (placement) => expected.answer(placement, question),
        after: (placement) => taken.answer(placement, question, text),
      }
    );
  }),
);

const enable = anyStudent.map((index) =>
  onProject('enable the remaining questions', index, () => ({
    call: reflectionCalls.enableRemainingReflections as Call,
    as: 'admin',
    input: () => ({}),
    answer: () => 200,
    after: taken.enable,
  })),
);

const summarise = fc.tuple(anyStudent, fc.constantFrom('I built a boat.', 'Two.')).map(([index, text]) =>
  onProject('save the summary', index, () => ({
    call: finalWorkCalls.saveSummary as Call,
    as: 'student',
    input: () => ({ text }),
    answer: expected.summarise,
    after: (placement) => {
      placement.summary = text;
    },
  })),
);

const addFile = anyStudent.map((index) =>
  onProject('add a file', index, (_, world, student) => ({
    call: finalWorkCalls.saveFileLink as Call,
    as: 'student',
    input: async () => ({ file_id: await world.aFile(student) }),
    answer: expected.addFile,
    after: (placement, body) => {
      placement.files = (body as Project).final_project?.files.map((file) => file._id) ?? [];
    },
  })),
);

const dropFile = fc.tuple(anyStudent, nth).map(([index, which]) =>
  onProject('remove a file', index, ({ files }) => {
    const file = pick(files, which);
    return file === undefined
      ? undefined
      : {
          call: finalWorkCalls.removeFileLink as Call,
          as: 'student',
          input: () => ({ file_id: file }),
          answer: expected.dropFile,
          after: (placement) => {
            placement.files = placement.files.filter((one) => one !== file);
          },
        };
  }),
);

const evaluate = anyStudent.map((index) =>
  onProject('evaluate', index, () => ({
    call: evaluationCalls.saveEvaluation as Call,
    as: 'business',
    input: () => ({
      ...{ evaluation_date: '2026-03-04', supervisor: 'Grace', internship_facilitator: 'Mary' },
      ...{ contact_phone: '(410)555-0100', term: 'Spring 2026', ratings: [], comments: '<p>Good.</p>' },
    }),
    answer: expected.evaluate,
    after: (placement) => {
      placement.evaluations += 1;
    },
  })),
);

const change = fc
  .tuple(anyStudent, fc.constantFrom(...businessStatuses), fc.boolean())
  .map(([index, to, asBusiness]) =>
    onProject(`${asBusiness ? 'the business makes' : 'an administrator makes'} ${to}`, index, () => ({
      call: projectCalls.changeBusinessStatus as Call,
      as: asBusiness ? 'business' : 'admin',
      input: () => ({ business_status: to }),
      answer: (placement) => expected.change(placement, asBusiness ? 'Business' : 'Admin', to),
      after: (placement) => {
        placement.status = to;
      },
    })),
  );

const aReason = fc.constantFrom('', 'The season ended early.');
const approve = fc
  .tuple(anyStudent, fc.constantFrom(...approvalTypes), aReason)
  .map(([index, item, reason]) =>
    onProject(`approve ${item}${reason && ' with a reason'}`, index, () => ({
      call: projectCalls.setAdminApproval as Call,
      as: 'admin',
      input: () => ({ approval_type: item, reason }),
      answer: (placement) => expected.approve(placement, item, reason),
      after: (placement) => taken.approve(placement, item),
    })),
  );

const reopen = fc.tuple(anyStudent, fc.constantFrom(...approvalTypes)).map(([index, item]) =>
  onProject(`re-open ${item}`, index, () => ({
    call: projectCalls.reopenItem as Call,
    as: 'admin',
    input: () => ({ approval_type: item }),
    answer: (placement) => expected.reopen(placement, item),
    after: (placement) => taken.reopen(placement, item),
  })),
);

/** A person without access tries every step, and nothing may change. */
const trespass = fc.tuple(anyStudent, fc.nat(), fc.nat()).map(
  ([index, who, what]) =>
    new Step(
      `stranger ${who} tries ${what} on the project of student ${index}`,
      (model) => model.students.some(({ placement }) => placement),
      async (model, world) => {
        const { placement } = placed(model, world, index);
        const stranger = pick(world.strangers, who);
        const attempt = pick(attemptsOn(placement), what);
        if (!stranger || !attempt) return;
        const { status } = await world.send(stranger, attempt[0], {
          project_id: placement.id,
          ...attempt[1],
        });
        expect([403, 404]).toContain(status);
      },
    ),
);

const attemptsOn = ({ entries, reflections }: ModelPlacement): [Call, object][] => [
  [projectCalls.setAdminApproval as Call, { approval_type: 'summary' }],
  [projectCalls.reopenItem as Call, { approval_type: 'hours' }],
  [projectCalls.changeBusinessStatus as Call, { business_status: 'terminated' }],
  [reflectionCalls.enableRemainingReflections as Call, {}],
  [reflectionCalls.saveReflection as Call, { _id: reflections[0]?.id, answer_text: 'Mine.' }],
  [finalWorkCalls.saveSummary as Call, { text: 'Mine.' }],
  [hoursCalls.approveHours as Call, { hours_id: entries[0]?.id ?? randomUUID(), business_approved: 1 }],
  [
    hoursCalls.correctHoursEntry as Call,
    {
      ...{ hours_log_id: entries[0]?.id ?? randomUUID(), start_date: '2026-03-02', end_date: '2026-03-02' },
      ...{ total_hours: 1, text_log: 'Mine.' },
    },
  ],
  [hoursCalls.deleteHoursEntry as Call, { hours_log_id: entries[0]?.id ?? randomUUID() }],
];

/** Steps that start work are more frequent than those that end it, so walks make progress. */
export const steps: fc.Arbitrary<Step>[] = [
  ...[apply, move, rush, log, log, removeEntry, decide, decide, correct, answer, answer, enable, summarise],
  ...[addFile, dropFile, evaluate, change, approve, approve, reopen, trespass],
];
