import { type Message, msg, t } from './i18n.ts';

/** The names of values on the wire and in the database. The wire uses the same English in every language. */
const names: Record<string, Message> = {
  // Roles.
  Student: msg('Student'),
  Business: msg('Business'),
  Teacher: msg('Teacher'),
  Admin: msg('Admin'),
  SuperAdmin: msg('SuperAdmin'),
  // An application's status.
  New: msg('New'),
  'Interview Scheduled': msg('Interview Scheduled'),
  Offered: msg('Offered'),
  Accepted: msg('Accepted'),
  Declined: msg('Declined'),
  Rescinded: msg('Rescinded'),
  // Groups of applications, and filters of an opportunity's list.
  Open: msg('Open'),
  Active: msg('Active'),
  Closed: msg('Closed'),
  // An opportunity.
  Specific: msg('Specific'),
  Onsite: msg('Onsite'),
  Virtual: msg('Virtual'),
  Hybrid: msg('Hybrid'),
  Internship: msg('Internship'),
  Apprenticeship: msg('Apprenticeship'),
  Summer: msg('Summer'),
  Fall: msg('Fall'),
  Spring: msg('Spring'),
  'Full Year': msg('Full Year'),
  Paid: msg('Paid'),
  Unpaid: msg('Unpaid'),
  Either: msg('Either'),
  // Days of the week.
  Monday: msg('Monday'),
  Tuesday: msg('Tuesday'),
  Wednesday: msg('Wednesday'),
  Thursday: msg('Thursday'),
  Friday: msg('Friday'),
  Saturday: msg('Saturday'),
  Sunday: msg('Sunday'),
  // A placement's status.
  open: msg('open'),
  completed: msg('completed'),
  terminated: msg('terminated'),
  // The status of an item of a placement.
  Approved: msg('Approved'),
  'Awaiting Approval': msg('Awaiting Approval'),
  Incomplete: msg('Incomplete'),
  Complete: msg('Complete'),
  'Not Started': msg('Not Started'),
  'No Submissions': msg('No Submissions'),
  // Schools.
  High: msg('High'),
  Middle: msg('Middle'),
  Elementary: msg('Elementary'),
  // A student.
  Male: msg('Male'),
  Female: msg('Female'),
  'Non-Binary': msg('Non-Binary'),
  'He/Him': msg('He/Him'),
  'She/Her': msg('She/Her'),
  'They/Them': msg('They/Them'),
  // How a contact was made.
  'Phone call': msg('Phone call'),
  Email: msg('Email'),
  'In person': msg('In person'),
  'Video call': msg('Video call'),
  'Text message': msg('Text message'),
  Letter: msg('Letter'),
  // Ratings.
  'Not Applicable': msg('Not Applicable'),
  Ineffective: msg('Ineffective'),
  'Needs Improvement': msg('Needs Improvement'),
  Effective: msg('Effective'),
  'Highly Effective': msg('Highly Effective'),
  // Filters.
  All: msg('All'),
};

/** A value as people read it; a value without a name is unchanged. */
export const wireName = (value: string): string =>
  Object.hasOwn(names, value) ? t(names[value] as Message) : value;
