import { waitFor } from '@testing-library/dom';
import { ContactLogInput } from '@waypost/contract/people/contact-log/forms';
import { ContactInput } from '@waypost/contract/people/contacts/forms';
import { GuardianInput } from '@waypost/contract/people/guardians/forms';
import { BusinessProfile, StudentProfile } from '@waypost/contract/people/profiles/forms';
import { EvaluationInput } from '@waypost/contract/placements/evaluations/forms';
import { HoursEntryInput } from '@waypost/contract/placements/hours/forms';
import { ClientForm } from '@waypost/contract/school-system/clients/forms';
import { NewSchool } from '@waypost/contract/school-system/lists/forms';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { filledIn } from '../../../contract/testing/filled-in.ts';
import { aSession, aUser, someSettings } from '../../testing/people.ts';
import { annapolis } from '../../testing/profiles.ts';
import { aProject, PROJECT_ID } from '../../testing/projects.ts';
import { openApp } from '../../testing/render.tsx';
import { type Answer, answer } from '../../testing/server.ts';
import { showDate } from '../ui/dates.ts';

/* Whatever a form saves is shown to those who may see all of it: each field of the form, by its value. */

interface View {
  form: z.ZodObject;
  /** Fields that are shown in another way or elsewhere, or that are only for the server. */
  except?: readonly string[];
  as: 'Teacher' | 'Admin' | 'SuperAdmin';
  address: string;
  /** The replies of the screen, given the filled-in form. */
  answers: (filled: object) => Record<string, Answer>;
}

const view = <Shape extends z.ZodRawShape>(
  form: z.ZodObject<Shape>,
  shown: Omit<View, 'form' | 'except'> & { except?: readonly (keyof Shape & string)[] },
): View => ({ form, ...shown });

const person = (role: 'Student' | 'Business', filled: object) =>
  aUser({ _id: 'seen', role, ...filled, location: annapolis });

const views: Record<string, View> = {
  'a student’s profile': view(StudentProfile, {
    as: 'Teacher',
    address: '/profile/view/seen',
    answers: (filled) => ({ '/api/user': person('Student', filled) }),
    // Parents are among the guardians.
    except: ['guardians', 'location', 'middle_name', 'parent_name', 'alternate_parent_name'],
  }),
  'a business’s profile': view(BusinessProfile, {
    as: 'Teacher',
    address: '/profile/view/seen',
    answers: (filled) => ({ '/api/user': person('Business', filled) }),
    except: ['contacts', 'location'],
  }),
  'a guardian': view(GuardianInput, {
    as: 'Teacher',
    address: '/profile/view/seen',
    answers: (filled) => ({
      '/api/user': person('Student', {}),
      '/api/getGuardians': [{ _id: 'g', ...filled, added_by: 'school', confirmed: true }],
    }),
    // A sentence says whether they may sign.
    except: ['may_sign'],
  }),
  'a contact': view(ContactInput, {
    as: 'Teacher',
    address: '/profile/view/seen',
    answers: (filled) => ({
      '/api/user': person('Business', {}),
      '/api/getContacts': [{ _id: 'c', ...filled }],
    }),
  }),
  'an entry of the contact log': view(ContactLogInput, {
    as: 'Teacher',
    address: '/profile/view/seen#contact-log',
    answers: (filled) => ({
      '/api/user': person('Student', {}),
      '/api/get_student_contact_log_entries': [
        { _id: 'e', ...filled, author_name: 'Thomas Beck', createdAt: '2026-03-02T15:00:00.000Z' },
      ],
    }),
  }),
  'a school': view(NewSchool, {
    as: 'Admin',
    address: '/admin/schools',
    answers: (filled) => ({
      '/api/getSchools': [{ _id: 's', ordinal: 1, ...filled, location: { ...annapolis, ...filled } }],
    }),
    except: ['zip', 'lat', 'lon', 'userOverwroteLocation'],
  }),
  'a school system': view(ClientForm, {
    as: 'SuperAdmin',
    address: '/waypost/dashboard',
    answers: (filled) => ({ '/api/getClients': [{ _id: 'c', ...filled }] }),
  }),
  'an entry of the hours': view(HoursEntryInput, {
    as: 'Teacher',
    address: `/admin/project/${PROJECT_ID}/hours`,
    answers: (filled) => ({
      '/api/loadStudentProject': aProject({
        hours: [
          {
            _id: 'e',
            ...(filled as z.infer<typeof HoursEntryInput>),
            business_approved: 1,
            reason: '',
            decided_by: '',
            decided_via: null,
            notes: { outside: null, long_day: null, long_week: null },
          },
        ],
      }),
    }),
  }),
  'an evaluation': view(EvaluationInput, {
    as: 'Teacher',
    address: `/evaluation/view/${PROJECT_ID}/first`,
    answers: (filled) => ({
      '/api/loadStudentProject': aProject({
        evaluation_count: 1,
        business_evaluations: [
          {
            ...(filled as z.infer<typeof EvaluationInput>),
            _id: 'first',
            ratings: [],
            submitted_by: '',
            submitted_via: 'account',
          },
        ],
      }),
    }),
    except: ['project_id', 'ratings', 'discussed', 'evaluation_count'],
  }),
};

/** How a screen shows a value: rich text without its tags, dates in our format. */
function shownAs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(shownAs);
  const text = String(value).replace(/<[^>]*>/g, '');
  return [/^\d{4}-\d\d-\d\d$/.test(text) ? showDate(text) : text];
}

/** Without spaces and letter case: a phone number has a space on screen. */
const plain = (text: string) => text.replace(/\s/g, '').toLowerCase();

test.each(Object.entries(views))('%s is shown with each field of its form', async (_, shown) => {
  const filled = filledIn(shown.form);
  answer({
    '/api/current-user': aSession({ _id: 'viewer', role: shown.as }),
    '/api/getSettings': someSettings(),
    ...shown.answers(filled),
  });
  openApp(shown.address);
  const missing = () => {
    const page = plain(document.body.innerText);
    return Object.entries(filled)
      .filter(([field]) => !shown.except?.includes(field))
      .filter(([, value]) => shownAs(value).some((text) => !page.includes(plain(text))))
      .map(([field]) => field);
  };
  await waitFor(() => expect(missing()).toEqual([]));
});
