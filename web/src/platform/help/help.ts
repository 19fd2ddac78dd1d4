import type { ScreenPath } from '@waypost/contract/access';
import { type Message, msg } from '@waypost/contract/i18n';

/** What each screen is for. A screen of the access table without a text here does not compile. */
export const help: Record<ScreenPath, Message> = {
  '/': msg('What Waypost is, and where to log in or create an account.'),
  '/login': msg(
    'Log in with your email and password. Choose Forgot your password? if you can’t remember it.',
  ),
  '/signup': msg('Create an account as a student or a business. School staff get theirs by email.'),
  '/forgot': msg('Get an email with a link to choose a new password.'),
  '/forgotPassword/$code': msg('Choose a new password. The link from the email works once.'),
  '/confirm/$code': msg('Confirm that this email address is yours.'),
  '/stopEmails/$code': msg('Stop the weekly email about new opportunities.'),
  '/verify/$code': msg('See whether a signed agreement is in force, and whether a copy of it is unchanged.'),
  '/contact': msg('How to reach the people who run this Waypost.'),
  '/participatingBusinesses': msg('The businesses that take part.'),
  '/uhoh': msg('Something is not set up yet. Your administrator can fix it.'),
  '/unfinishedProfile': msg('Most pages open once your profile is complete. Save it once to go on.'),
  '/unconfirmedEmail': msg('Open the link in the email we sent you. You can have it sent again here.'),
  '/unapprovedProfile': msg(
    'Staff of your school system check new accounts. You get an email once yours is approved.',
  ),
  '/permissionsError': msg('This page belongs to another kind of account.'),
  '/default': msg('Your start page.'),
  '/password': msg(
    'Change your email, password, or language, choose which emails you get, and see where you are logged in.',
  ),
  '/profile': msg(
    'What others see about you. Everything with a star is required before you can use the other pages.',
  ),
  '/profile/$variant': msg('One part of your profile, such as your documents or your place on the map.'),
  '/profile/view/$id': msg(
    'What this person or business has entered. Staff see everything about them in one place.',
  ),
  '/resources': msg('Handbooks and forms that your school system shares with you.'),
  '/student_resources': msg('Handbooks and forms for students.'),
  '/opportunity/new': msg('Post an opportunity. Students see it from the first day that they can apply.'),
  '/opportunity/edit/$id': msg('Change an opportunity. Students who applied see the new version.'),
  '/opportunity/duplicate/$id': msg(
    'Post an opportunity again, with new dates. The first one stays as it is.',
  ),
  '/opportunity/all': msg(
    'The opportunities you posted, with applicants and spots left. Open one to see who applied.',
  ),
  '/opportunity/browse': msg(
    'Opportunities you can apply for. Those for your interests come first. Use the heart to save one for later.',
  ),
  '/opportunity/view/$id': msg('What the work is, when and where it is, and how to apply.'),
  '/opportunity/view/$id/apply': msg(
    'Write a short letter that says why you would like this work. The business reads it first.',
  ),
  '/opportunity/applicants/$id': msg(
    'Everyone who applied here. Read their letters, invite them to talk, and make offers.',
  ),
  '/application/view/$id': msg(
    'One application: the letter, the interview, and the offer. What you can do next is at the top.',
  ),
  '/applications/list': msg('Your applications and the status of each. Answer offers and invitations here.'),
  '/projects/viewall': msg('Your placements: log hours, answer reflections, and hand in your final work.'),
  '/project/$id/hours': msg(
    'Log the hours worked, day by day. The business approves them. With no connection, they stay on your phone until you are back online.',
  ),
  '/project/$id/reflections': msg('Questions about the work. Each answer opens the next question.'),
  '/project/$id/summary': msg('The final summary, in about 250 words.'),
  '/project/$id/file': msg('The files of the final project, such as a poster or slides.'),
  '/project/$id/agreement': msg(
    'The training agreement of this placement: who has signed, and who signs next.',
  ),
  '/project/$id/progress': msg('What is done in this placement, what is next, and whose turn it is.'),
  '/interns/viewall': msg('The students who work with you. Approve their hours and evaluate them here.'),
  '/interns/hours': msg('All hours that need your approval, by week. Approve a week at once, or one entry.'),
  '/interns/hours_log/$project_id': msg(
    'The hours an intern logged. Approve each entry, or send it back with a reason.',
  ),
  '/evaluation/new/$id': msg(
    'Evaluate an intern at mid-point and at the end. The student and the school read it.',
  ),
  '/evaluation/view/$project_id/$evaluation_id': msg('An evaluation as the business submitted it.'),
  '/admin/dashboard': msg(
    'What is waiting for you, which students need you, and how the school year is going.',
  ),
  '/admin/user_search': msg(
    'Find people. Approve their accounts, reset their passwords, and open their profiles.',
  ),
  '/admin/available_opportunities_report': msg('How many spots are still open, and where.'),
  '/admin/application_count': msg('How many applications students have sent.'),
  '/admin/businessReport': msg('What each business offers, who has applied there, and who works there.'),
  '/admin/studentReport': msg('Each student with applications, placements, and hours.'),
  '/admin/internship_status_report': msg(
    'Every placement with its pace. Filter for who is behind or has no recent hours.',
  ),
  '/admin/imports': msg(
    'Add many students or opportunities at once from a file. You see what each row adds before you import it.',
  ),
  '/opportunity/parseImport': msg(
    'Imports your latest file. It shows how many rows were added, and why others were not.',
  ),
  '/opportunity/blowItAway': msg(
    'Remove all the opportunities that you have imported. Those that students have applied for stay.',
  ),
  '/admin/duplicateUsersReport': msg(
    'Accounts that may belong to the same person. Merge them, or delete one.',
  ),
  '/admin/audit': msg('Who did what and when. Entries can’t be changed.'),
  '/admin/masquerade/$admin_id/$user_id': msg(
    'See Waypost as this person does. What you do is recorded with your name.',
  ),
  '/admin/siteSettings': msg(
    'Your school system’s name, logo, phone number, language, and time zone. Set when people get reminders.',
  ),
  '/admin/retention': msg(
    'How long the records of students who left school are kept, and who is deleted when. Nothing is deleted until you turn it on.',
  ),
  '/admin/resources/$type': msg('The files that students or businesses find under Resources.'),
  '/admin/schools': msg('The schools that students choose from. Each has its place on the map.'),
  '/admin/focusAreas': msg('The fields of work that students follow and businesses offer.'),
  '/admin/programs': msg('The programs that your students are enrolled in.'),
  '/admin/reflectionQuestions': msg('What students are asked about their work, in this order.'),
  '/admin/evaluationQuestions': msg('What businesses are asked about their interns, in this order.'),
  '/waypost/focusAreas': msg('The focus areas that a new school system can start with.'),
  '/waypost/programs': msg('The programs that a new school system can start with.'),
  '/waypost/reflectionQuestions': msg('The reflection questions that a new school system can start with.'),
  '/waypost/evaluationQuestions': msg('The evaluation questions that a new school system can start with.'),
  '/admin/agreements': msg(
    'The text of training agreements, who signs first, and if students can log hours before all have signed.',
  ),
  '/admins': msg('The teachers of your school system. Add one, and they get an email to choose a password.'),
  '/admins/$id': msg('One teacher: name, email, schools, and programs.'),
  '/admin/project/$id': msg(
    'One placement: its six parts, hours, agreement, notes, and timeline. Approve each part here.',
  ),
  '/admin/project/$id/$content_type': msg('One part of a placement, to read and approve.'),
  '/admin/follow_ups': msg(
    'What still has to be done, and who has to do it. Remind one or everyone listed, or put it off for a while.',
  ),
  '/admin/sign_off': msg('All the work that is waiting for you to approve, one placement at a time.'),
  '/waypost/dashboard': msg('Every school system on this Waypost. Open one to add its administrators.'),
  '/waypost/audit': msg('Who did what and when on the platform. Entries can’t be changed.'),
  '/waypost/editClient': msg(
    'Add a school system: its name, its short name, and how many accounts it may have.',
  ),
  '/waypost/editClient/$id': msg('One school system: its name, its accounts, and its administrators.'),
};
