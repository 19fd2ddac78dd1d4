import {
  type Agreement,
  addresses,
  type Choice,
  type PlacementStatus,
  roleOf,
  type State,
  type Status,
  type Student,
  students,
  type User,
} from './state.ts';

/** What a person might do in this state. Actions that start something are more frequent than those that end it. */
export function choicesOf(user: User, state: State): Choice[] {
  const role = roleOf(user);
  if (!(user in state.users)) return [{ do: 'read self' }];
  if (user.startsWith('newcomer')) return ofNewcomer();
  if (role === 'Student') return ofStudent(user as Student, state);
  return students.flatMap((student) => {
    const placement = state.placements[student];
    const entries = Object.keys(placement?.entries ?? {});
    return role === 'Business' ? ofBusiness() : ofAdmin();

    function ofBusiness(): Choice[] {
      if (!placement)
        return [
          { do: 'offer', student },
          { do: 'offer', student },
          { do: 'undo offer', student },
          ...(['Offered', 'Interview Scheduled', 'Declined'] satisfies Status[]).map(
            (to): Choice => ({ do: 'move', student, to }),
          ),
          { do: 'read applicants' },
        ];
      return [
        ...entries.flatMap((entry): Choice[] => [
          { do: 'decide', student, entry, decision: 1 },
          { do: 'decide', student, entry, decision: -1 },
        ]),
        { do: 'evaluate', student, seen: placement.evaluations },
        { do: 'end', student, to: 'completed' },
        { do: 'end', student, to: 'terminated' },
        ...onAgreement(student, placement.agreement),
      ];
    }

    function ofAdmin(): Choice[] {
      const approval: Choice = {
        do: 'set approval',
        user: student,
        approved: !state.users[student]?.approved,
      };
      const ofBusinessToo: Choice = {
        ...{ do: 'set approval', user: 'business' },
        approved: !state.users.business?.approved,
      } as const;
      const others: Choice[] = [
        approval,
        { do: 'masquerade', user: student },
        ...(state.users.business?.approved ? [] : [ofBusinessToo, ofBusinessToo]),
      ];
      if (student === 'Ada') others.push(ofBusinessToo, { do: 'masquerade', user: 'business' });
      for (const newcomer of Object.values(state.newcomers))
        others.push({ do: 'set approval', user: newcomer, approved: true });
      if (!placement) return others;
      const to: PlacementStatus = placement.status === 'open' ? 'terminated' : 'open';
      return [
        ...others,
        { do: 'end', student, to },
        ...onAgreement(student, placement.agreement),
        { do: 'send agreement', student, revision: placement.agreement.revision },
        ...(['hours', 'hours', 'evals'] as const).flatMap((item): Choice[] => [
          { do: 'sign off', student, item },
          { do: 'sign off', student, item },
          { do: 'reopen', student, item },
        ]),
      ];
    }
  });
}

function ofStudent(student: Student, state: State): Choice[] {
  const placement = state.placements[student];
  if (!placement)
    return [
      { do: 'apply' },
      { do: 'apply' },
      { do: 'move', student, to: 'Accepted' },
      { do: 'move', student, to: 'Accepted' },
      { do: 'move', student, to: 'Accepted' },
      { do: 'move', student, to: 'Rescinded' },
      { do: 'move', student, to: 'Declined' },
    ];
  return [
    { do: 'log', student, hours: 70 },
    { do: 'log', student, hours: 140 },
    ...Object.keys(placement.entries).flatMap((entry): Choice[] => [
      { do: 'remove', student, entry },
      { do: 'correct', student, entry, hours: 65 },
    ]),
    { do: 'move', student, to: 'Accepted' },
    { do: 'read placement', student },
    ...onAgreement(student, placement.agreement).filter((one) => one.do !== 'fill in'),
  ];
}

function onAgreement(student: Student, { revision, status }: Agreement): Choice[] {
  if (status === 'draft') return [{ do: 'fill in', student, revision }];
  return [
    { do: 'sign', student, hasRead: true },
    { do: 'sign', student, hasRead: true },
    { do: 'decline', student, hasRead: true },
    { do: 'read agreement', student },
  ];
}

/** What a student might do with files. */
export function onFiles(student: Student, state: State): Choice[] {
  const own = Object.keys(state.files).filter((file) => state.files[file] === student);
  return [
    { do: 'upload', student },
    { do: 'read files', student },
    ...own.flatMap((file): Choice[] => [
      { do: 'use picture', student, file },
      { do: 'add file', student, file },
      { do: 'take out file', student, file },
      { do: 'delete file', student, file },
    ]),
  ];
}

const ofNewcomer = (): Choice[] => [
  { do: 'read self' },
  { do: 'resend confirmation' },
  { do: 'apply' },
  ...signUps(),
];

/** What someone without an account might do. */
export const signUps = (): Choice[] => addresses.map((address): Choice => ({ do: 'sign up', address }));

/** What can be done with the links that were mailed. Their holders may not know that one no longer works. */
export function choicesByLink(links: readonly string[], state: State): Choice[] {
  return links.flatMap((link): Choice[] => {
    const { purpose, student } = state.links[link] ?? {};
    const anytime: Choice[] = [
      { do: 'open link', link },
      { do: 'refuse link', link },
    ];
    if (purpose === 'sign' && student)
      return [
        ...anytime,
        { do: 'sign by link', link, student, hasRead: true },
        { do: 'sign by link', link, student, hasRead: true },
        { do: 'decline by link', link, student, hasRead: true },
      ];
    if (purpose !== 'hours') return anytime;
    const pending = students.flatMap((one) =>
      Object.entries(state.placements[one]?.entries ?? {})
        .filter(([, { decision }]) => decision === 0)
        .map(([entry]) => ({ student: one, entry })),
    );
    return [
      ...anytime,
      { do: 'pass on link', link },
      ...pending.flatMap(({ student: one, entry }): Choice[] => [
        { do: 'decide by link', link, student: one, entry, decision: 1 },
        { do: 'decide by link', link, student: one, entry, decision: -1 },
        {
          ...({ do: 'approve all by link', link, student: one } as const),
          count: pending.filter((other) => other.student === one).length,
        },
      ]),
    ];
  });
}
