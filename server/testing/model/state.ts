/** What a school system consists of: its people, what they do, and what the model remembers. */

export const students = ['Ada', 'Ben', 'Cy'] as const;
export type Student = (typeof students)[number];
/** An account that signed up, named after the action that made it. */
export type Newcomer = `newcomer ${number}`;
/** `rival` is a business without applicants. `outsider` is the Admin of another school system. */
export type User = Student | 'business' | 'rival' | 'teacher' | 'admin' | 'outsider' | Newcomer;
/** The emails that people sign up with. The first one belongs to an account from the start. */
export const addresses = ['Ada', 'dora', 'eve'] as const;
export type Role = 'Student' | 'Business' | 'Teacher' | 'Admin';
export type Party = 'student' | 'guardian' | 'business' | 'school';
export const items = ['hours', 'reflection', 'project', 'summary', 'evals', 'msde'] as const;
export type Item = (typeof items)[number];

/** The parameters of a move, which reads only its own. */
export interface Parameters {
  student: Student;
  user: User;
  address: string;
  /** The status to move to. */
  to: string;
  entry: string;
  hours: number;
  decision: 1 | -1;
  item: Item;
  reason: string;
  /** The question by its place, and the answer or summary. */
  question: number;
  text: string;
  /** The number of evaluations that the page showed. */
  seen: number;
  approved: boolean;
  password: string;
  next: string;
  /** The action that mailed a confirmation. */
  mail: number;
  /** When an offer will be sent, in milliseconds. */
  at: number;
  revision: number;
  /** Whether there was a text to sign when the page was opened. */
  hasRead: boolean;
  file: string;
  link: string;
  /** The number of entries that the page of a link showed. */
  count: number;
}

/** A move with its context. `session` is the label of the session whose cookie is sent. */
export interface Op extends Parameters {
  do: string;
  id: number;
  session: string | null;
  now: number;
  today: string;
}

export interface Application {
  status: string;
  /** How many days after the offer its business wants a reply. */
  replyIn: number;
  /** The status before the offer. */
  before: string;
  /** When it was offered or otherwise moved, in milliseconds. */
  movedAt: number;
  /** When the email of an offer that can still be undone will be sent, in milliseconds. */
  pending: number | null;
}

export interface Entry {
  /** When it was logged, in milliseconds. */
  at: number;
  hours: number;
  decision: 0 | 1 | -1;
  /** When it was decided, in milliseconds. */
  decidedAt: number;
}

export interface Agreement {
  status: 'draft' | 'sent' | 'partly signed' | 'signed' | 'declined';
  revision: number;
  isComplete: boolean;
  signed: Party[];
  /** When it was drafted, last changed and sent, in milliseconds. */
  draftedAt: number;
  changedAt: number;
  sentAt: number;
  /** When nobody can sign it anymore, in milliseconds; null until it is sent. */
  expiresAt: number | null;
}

/** A link that was mailed to someone without an account. */
export interface Link {
  purpose: 'hours' | 'sign';
  /** Whose agreement it signs, and for whom. */
  student: Student | null;
  party: Party;
  /** Who got it. */
  to: string;
  state: 'open' | 'done' | 'revoked' | 'passed on';
}

export interface Placement {
  status: string;
  /** When it began, in milliseconds. */
  placedAt: number;
  /** When it was completed or terminated, in milliseconds; null while it is open. */
  endedAt: number | null;
  /** By the label that the student wrote into the entry. */
  entries: Record<string, Entry>;
  evaluations: number;
  approved: Item[];
  agreement: Agreement;
  /** The status and the answer of each question. */
  reflections: ['locked' | 'unlocked' | 'complete', string][];
  summary: string;
  /** The files of the final project. */
  files: string[];
}

export interface Account {
  approved: boolean;
  confirmed: boolean;
  /** Whether their profile is complete. */
  finished: boolean;
  password: string;
}

export interface State {
  spots: number;
  /** How many days an offer without a reply-by date has, if not two weeks. */
  offerDays?: number;
  /** The last day of the work, if it may end meanwhile: the day's number. */
  workEnds?: number;
  /** How many more accounts can be confirmed. */
  places: number;
  users: Partial<Record<User, Account>>;
  /** The account of each email that somebody signed up with. */
  newcomers: Record<string, Newcomer>;
  /** The account whose email the link in a mail confirms, by the action that mailed it. */
  confirmations: Record<number, Newcomer>;
  links: Record<string, Link>;
  sessions: Record<string, { user: User; behind: User | null }>;
  applications: Partial<Record<User, Application>>;
  placements: Partial<Record<User, Placement>>;
  /** Whose file it is, by its name. */
  files: Record<string, Student>;
  /** The same for those that their owner removed. */
  removedFiles: Record<string, Student>;
  pictures: Partial<Record<Student, string>>;
}

/** A caller as the product saw them when the request began. */
export interface Caller extends Omit<Account, 'password'> {
  user: User;
  role: Role;
  /** Who masquerades. */
  behind: User | null;
}

/** The holder of a link, as the product saw it when the request began. */
export interface Holder {
  link: Link['state'] | 'unknown';
  /** Whether the business that it belongs to is approved. */
  approved: boolean;
}

export type Standing = Caller | Holder | null;

const roles: Partial<Record<User, Role>> = {
  business: 'Business',
  rival: 'Business',
  teacher: 'Teacher',
  admin: 'Admin',
  outsider: 'Admin',
};
export const roleOf = (user: User): Role => roles[user] ?? 'Student';
export const isStudent = (user: User): user is Student => students.some((one) => one === user);

export function firstState(
  given: Pick<State, 'spots' | 'places' | 'sessions' | 'links'> & { password: string },
): State {
  const { password, ...rest } = given;
  const people: User[] = [...students, 'business', 'rival', 'teacher', 'admin', 'outsider'];
  const account = { approved: true, confirmed: true, finished: true, password };
  return {
    ...rest,
    users: Object.fromEntries(people.map((user) => [user, { ...account }])),
    newcomers: {},
    confirmations: {},
    applications: {},
    placements: {},
    files: {},
    removedFiles: {},
    pictures: {},
  };
}

/** Named after the action: what it signs up, writes, uploads, mails, and begins. */
export const newcomerOf = ({ id }: { id: number }): Newcomer => `newcomer ${id}`;
export const entryOf = ({ id }: { id: number }) => `entry ${id}`;
export const fileOf = ({ id }: { id: number }) => `file ${id}`;
export const linkOf = ({ id }: { id: number }, to: string) => `link ${id} ${to}`;
export const sessionOf = ({ id }: { id: number }) => `session ${id}`;
