/** What a term consists of: its people, what they do, and what the model remembers. */

export const students = ['Ada', 'Ben', 'Cy'] as const;
export type Student = (typeof students)[number];
/** An account that signed up, named after the action that made it. */
export type Newcomer = `newcomer ${number}`;
export type User = Student | 'business' | 'admin' | Newcomer;
/** The emails that people sign up with. The first one belongs to an account from the start. */
export const addresses = ['Ada', 'dora', 'eve'] as const;
export type Address = (typeof addresses)[number];
export type Party = 'student' | 'guardian' | 'business' | 'school';
export type AgreementStatus = 'draft' | 'sent' | 'partly signed' | 'signed' | 'declined';
export type Role = 'Student' | 'Business' | 'Admin';
export type Status = 'New' | 'Interview Scheduled' | 'Offered' | 'Accepted' | 'Declined' | 'Rescinded';
export type PlacementStatus = 'open' | 'completed' | 'terminated';

export type Choice =
  | { do: 'apply' }
  | { do: 'move'; student: Student; to: Status }
  | { do: 'offer'; student: Student }
  | { do: 'undo offer'; student: Student }
  | { do: 'send offer'; student: Student; at: number }
  | { do: 'set approval'; user: User; approved: boolean }
  | { do: 'log'; student: Student; hours: number }
  | { do: 'remove'; student: Student; entry: string }
  | { do: 'correct'; student: Student; entry: string; hours: number }
  | { do: 'decide'; student: Student; entry: string; decision: 1 | -1 }
  | { do: 'evaluate'; student: Student; seen: number }
  | { do: 'end'; student: Student; to: PlacementStatus }
  | { do: 'sign off'; student: Student; item: 'hours' | 'evals' }
  | { do: 'reopen'; student: Student; item: 'hours' | 'evals' }
  | { do: 'read applicants' }
  | { do: 'read placement'; student: Student }
  | { do: 'log in'; user: User; password: string }
  | { do: 'log out' }
  | { do: 'change password'; owner: User; password: string; next: string }
  | { do: 'masquerade'; user: User }
  | { do: 'end masquerade' }
  | { do: 'sign up'; address: Address }
  | { do: 'confirm'; mail: number }
  | { do: 'resend confirmation' }
  | { do: 'read self' }
  | { do: 'fill in'; student: Student; revision: number }
  | { do: 'send agreement'; student: Student; revision: number }
  | { do: 'read agreement'; student: Student }
  /** `hasRead`: whether there was a text yet when they opened the page. */
  | { do: 'sign'; student: Student; hasRead: boolean }
  | { do: 'decline'; student: Student; hasRead: boolean }
  | { do: 'upload'; student: Student }
  | { do: 'read files'; student: Student }
  | { do: 'delete file'; student: Student; file: string }
  | { do: 'use picture'; student: Student; file: string }
  | { do: 'read picture'; student: Student }
  | { do: 'add file'; student: Student; file: string }
  | { do: 'take out file'; student: Student; file: string }
  | { do: 'read final project'; student: Student }
  | { do: 'open link'; link: string }
  | { do: 'refuse link'; link: string }
  | { do: 'pass on link'; link: string }
  | { do: 'sign by link'; link: string; student: Student; hasRead: boolean }
  | { do: 'decline by link'; link: string; student: Student; hasRead: boolean }
  /** All entries of an intern that the page showed, by their number. */
  | { do: 'approve all by link'; link: string; student: Student; count: number }
  | { do: 'decide by link'; link: string; student: Student; entry: string; decision: 1 | -1 };

/** An action with its context. `session` is the label of the session whose cookie was sent. */
export type Op = Choice & { id: number; session: string | null; now: number; today: string };

export interface Application {
  status: Status;
  /** The last day to reply to an offer. */
  replyBy: string | null;
  /** When an offer that can still be undone will be sent, in milliseconds. */
  pending: number | null;
}

export interface Entry {
  /** When it was logged, in milliseconds. */
  at: number;
  hours: number;
  decision: 0 | 1 | -1;
  signedOff: boolean;
}

export interface Agreement {
  status: AgreementStatus;
  revision: number;
  isComplete: boolean;
  signed: Party[];
}

/** A link that was mailed, without an account. */
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
  status: PlacementStatus;
  /** By the label that the student wrote into the entry. */
  entries: Record<string, Entry>;
  evaluations: number;
  approved: { hours: boolean; evals: boolean };
  agreement: Agreement;
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
  /** How many more accounts can be confirmed. */
  places: number;
  users: Partial<Record<User, Account>>;
  /** The account of each email that somebody signed up with. */
  newcomers: Partial<Record<Address, Newcomer>>;
  /** The account whose email the link in a mail confirms, by the action that mailed it. */
  confirmations: Record<number, Newcomer>;
  links: Record<string, Link>;
  sessions: Record<string, { user: User; behind: User | null }>;
  applications: Partial<Record<Student, Application>>;
  placements: Partial<Record<Student, Placement>>;
  /** Whose file it is, by its name. */
  files: Record<string, Student>;
  pictures: Partial<Record<Student, string>>;
}

/** The caller as the product saw them when the request began; null without a session. */
export type Standing =
  | (Omit<Account, 'password'> & { user: User; role: Role; behind: User | null })
  | Holder
  | null;

/** The holder of a link, as the product saw it when the request began. */
export interface Holder {
  link: Link['state'] | 'unknown';
  /** Whether the business that it belongs to is approved. */
  approved: boolean;
}

export const roleOf = (user: User): Role =>
  user === 'business' ? 'Business' : user === 'admin' ? 'Admin' : 'Student';

/** The initial state of a term. */
export interface Beginning {
  spots: number;
  places: number;
  password: string;
  sessions: State['sessions'];
  links: State['links'];
}

export function aTerm({ password, ...given }: Beginning): State {
  const user = () => ({ approved: true, confirmed: true, finished: true, password });
  const users = { Ada: user(), Ben: user(), Cy: user(), business: user(), admin: user() };
  return {
    ...{ ...given, users, newcomers: {}, confirmations: {} },
    ...{ applications: {}, placements: {}, files: {}, pictures: {} },
  };
}

/** The account that `op` signs up, the file that it uploads, and the links that it mails. */
export const newcomerOf = ({ id }: { id: number }): Newcomer => `newcomer ${id}`;
export const fileOf = ({ id }: { id: number }) => `file ${id}`;
export const linkOf = ({ id }: { id: number }, to: string) => `link ${id} ${to}`;
