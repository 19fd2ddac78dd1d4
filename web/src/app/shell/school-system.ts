import { useLocation } from '@tanstack/react-router';

/** Screens that a SuperAdmin may open directly, although their paths look like staff screens. */
const theOwnersToo = [
  '/admin/masquerade/',
  '/admin/duplicateUsersReport',
  '/admin/focusAreas',
  '/admin/programs',
  '/admin/reflectionQuestions',
  '/admin/evaluationQuestions',
];

/** Whether the current screen belongs to a school system only. */
export function useIsOfSchoolSystem(): boolean {
  return useLocation({
    select: ({ pathname }) =>
      /^\/(admin|project)\//.test(pathname) && !theOwnersToo.some((path) => pathname.startsWith(path)),
  });
}
