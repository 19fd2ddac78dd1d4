import { useLocation } from '@tanstack/react-router';

/** Screens that a SuperAdmin may open directly, although their paths look like staff screens. */
const ownerPaths = [
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
      /^\/(admin|project)\//.test(pathname) && !ownerPaths.some((path) => pathname.startsWith(path)),
  });
}
