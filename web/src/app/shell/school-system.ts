import { useLocation } from '@tanstack/react-router';

/** Screens that a SuperAdmin opens as themselves, though their paths are staff's. */
const theOwnersToo = [
  '/admin/masquerade/',
  '/admin/duplicateUsersReport',
  '/admin/focusAreas',
  '/admin/programs',
  '/admin/reflectionQuestions',
  '/admin/evaluationQuestions',
];

/** Whether the present screen belongs to a school system alone. */
export function useIsOfSchoolSystem(): boolean {
  return useLocation({
    select: ({ pathname }) =>
      /^\/(admin|project)\//.test(pathname) && !theOwnersToo.some((path) => pathname.startsWith(path)),
  });
}
