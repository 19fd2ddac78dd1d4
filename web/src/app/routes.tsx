import {
  type AnyValidator,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RegisteredRouter,
  redirect,
} from '@tanstack/react-router';
import type { ScreenPath } from '@waypost/contract/access';
import { withMessages } from '@waypost/contract/i18n';
import type { ComponentType } from 'react';
import { readSignUpSearch } from '../accounts/sign-up-search.ts';
import { useLocale } from '../client/locale.ts';
import { guard, type RouterContext, safeNext } from './guard.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RouteFailed } from './RouteFailed.tsx';
import { Shell } from './shell/Shell.tsx';

const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Shell />,
  // If even the session cannot be loaded, the navigation still shows.
  errorComponent: (failed) => (
    <Shell>
      <RouteFailed {...failed} />
    </Shell>
  ),
  notFoundComponent: NotFoundScreen,
  beforeLoad: ({ context, matches, location }) =>
    guard(context.queries, String(matches.at(-1)?.fullPath), location.href),
});

type Load = () => Promise<{ default: ComponentType }>;

/**
 * A screen: its path in the access table, and the file whose default export it is, loaded as a separate
 * chunk.
 */
function screen<const Path extends ScreenPath>(path: Path, load: Load) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(inLanguage(load)) });
}

/**
 * A screen with its messages. It re-renders in another language, which the router would not cause by itself.
 */
const inLanguage = (load: Load) =>
  withMessages(async () => {
    const { default: Screen } = await load();
    return {
      default: () => {
        useLocale();
        return <Screen />;
      },
    };
  });

/** A screen that keeps choices in its query string; `read` parses any input. */
function screenWithSearch<const Path extends ScreenPath, Search extends AnyValidator>(
  path: Path,
  load: Load,
  read: Search,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(inLanguage(load)),
    validateSearch: read,
  });
}

/** For a screen that parses its query string itself, so its parser is not part of the start-up code. */
const asItStands = (search: Record<string, unknown>) => search;

const landing = [
  screen('/', () => import('../landing/LandingScreen.tsx')),
  screen('/contact', () => import('../landing/ContactScreen.tsx')),
  screen('/participatingBusinesses', () => import('../landing/ParticipatingBusinessesScreen.tsx')),
  screen('/uhoh', () => import('./messages/UhOhScreen.tsx')),
  screen('/unfinishedProfile', () => import('./messages/UnfinishedProfileScreen.tsx')),
  screen('/unconfirmedEmail', () => import('../accounts/UnconfirmedEmailScreen.tsx')),
  screen('/unapprovedProfile', () => import('./messages/UnapprovedProfileScreen.tsx')),
  screen('/permissionsError', () => import('./messages/PermissionsErrorScreen.tsx')),
] as const;

const accounts = [
  screenWithSearch(
    '/login',
    () => import('../accounts/LoginScreen.tsx'),
    (search: Record<string, unknown>): { next?: string | undefined } => ({ next: safeNext(search.next) }),
  ),
  screenWithSearch('/signup', () => import('../accounts/SignUpScreen.tsx'), readSignUpSearch),
  screen('/forgot', () => import('../accounts/ForgotScreen.tsx')),
  screen('/forgotPassword/$code', () => import('../accounts/NewPasswordScreen.tsx')),
  screen('/confirm/$code', () => import('../accounts/ConfirmEmailScreen.tsx')),
  screen('/stopEmails/$code', () => import('../saved-search/StopEmailsScreen.tsx')),
  screen('/verify/$code', () => import('../agreements/VerifyScreen.tsx')),
  screen('/password', () => import('../accounts/ChangeLoginScreen.tsx')),
] as const;

const projects = [
  screen('/projects/viewall', () => import('../projects/ProjectsScreen.tsx')),
  screenWithSearch('/project/$id/hours', () => import('../hours/HoursScreen.tsx'), asItStands),
  screen('/project/$id/reflections', () => import('../reflections/ReflectionsScreen.tsx')),
  screen('/project/$id/summary', () => import('../final-work/SummaryScreen.tsx')),
  screen('/project/$id/file', () => import('../final-work/FinalProjectScreen.tsx')),
  screen('/project/$id/agreement', () => import('../agreements/AgreementScreen.tsx')),
  screen('/project/$id/progress', () => import('../progress/ProgressScreen.tsx')),
  screenWithSearch('/interns/viewall', () => import('../projects/InternsScreen.tsx'), asItStands),
  screen('/interns/hours', () => import('../hours/HoursToApproveScreen.tsx')),
  screen('/interns/hours_log/$project_id', () => import('../hours/HoursApprovalScreen.tsx')),
  screen('/evaluation/new/$id', () => import('../evaluations/EvaluationScreen.tsx')),
  screen(
    '/evaluation/view/$project_id/$evaluation_id',
    () => import('../evaluations/EvaluationViewScreen.tsx'),
  ),
] as const;

const applications = [
  screen('/opportunity/view/$id/apply', () => import('../applications/ApplyScreen.tsx')),
  screen('/opportunity/applicants/$id', () => import('../applications/ApplicantsScreen.tsx')),
  screen('/application/view/$id', () => import('../applications/ApplicationScreen.tsx')),
  screen('/applications/list', () => import('../applications/MyApplicationsScreen.tsx')),
] as const;

const profiles = [
  screen('/profile', () => import('../profiles/ProfileScreen.tsx')),
  screen('/profile/$variant', () => import('../profiles/ProfileScreen.tsx')),
  screen('/profile/view/$id', () => import('../profiles/ProfileViewScreen.tsx')),
  screen('/resources', () => import('../files/ResourcesScreen.tsx')),
  screen('/student_resources', () => import('../files/ResourcesScreen.tsx')),
] as const;

const opportunities = [
  screenWithSearch(
    '/opportunity/all',
    () => import('../opportunities/ManageScreen.tsx'),
    (search: Record<string, unknown>) => (typeof search.sort === 'string' ? { sort: search.sort } : {}),
  ),
  screen('/opportunity/new', () => import('../opportunities/NewOpportunityScreen.tsx')),
  screen('/opportunity/edit/$id', () => import('../opportunities/EditOpportunityScreen.tsx')),
  screen('/opportunity/duplicate/$id', () => import('../opportunities/DuplicateOpportunityScreen.tsx')),
  screenWithSearch('/opportunity/browse', () => import('../browse/BrowseScreen.tsx'), asItStands),
  screen('/opportunity/view/$id', () => import('../opportunities/OpportunityScreen.tsx')),
] as const;

const staff = [
  screen('/admin/dashboard', () => import('../reports/DashboardScreen.tsx')),
  screenWithSearch(
    '/admin/internship_status_report',
    () => import('../reports/StatusReportScreen.tsx'),
    asItStands,
  ),
  screenWithSearch('/admin/user_search', () => import('../people/UserSearchScreen.tsx'), asItStands),
  screenWithSearch(
    '/admin/available_opportunities_report',
    () => import('../reports/OpportunitiesReportScreen.tsx'),
    asItStands,
  ),
  screenWithSearch(
    '/admin/application_count',
    () => import('../reports/ApplicationCountScreen.tsx'),
    asItStands,
  ),
  screenWithSearch('/admin/businessReport', () => import('../reports/BusinessReportScreen.tsx'), asItStands),
  screenWithSearch('/admin/studentReport', () => import('../reports/StudentReportScreen.tsx'), asItStands),
  screenWithSearch('/admin/imports', () => import('../imports/ImportsScreen.tsx'), asItStands),
  screen('/opportunity/parseImport', () => import('../imports/ParseImportScreen.tsx')),
  screen('/opportunity/blowItAway', () => import('../imports/BlowItAwayScreen.tsx')),
  screenWithSearch(
    '/admin/duplicateUsersReport',
    () => import('../duplicates/DuplicatesScreen.tsx'),
    asItStands,
  ),
  screenWithSearch('/admin/audit', () => import('../audit/AuditScreen.tsx'), asItStands),
  screenWithSearch('/waypost/audit', () => import('../audit/AuditScreen.tsx'), asItStands),
  screen('/admin/masquerade/$admin_id/$user_id', () => import('../masquerade/MasqueradingScreen.tsx')),
  screenWithSearch('/admin/follow_ups', () => import('../follow-ups/FollowUpsScreen.tsx'), asItStands),
  screenWithSearch('/admin/retention', () => import('../retention/RetentionScreen.tsx'), asItStands),
  screenWithSearch('/admin/sign_off', () => import('../sign-off/SignOffScreen.tsx'), asItStands),
  screenWithSearch('/admins', () => import('../teachers/TeachersScreen.tsx'), asItStands),
  screen('/admins/$id', () => import('../teachers/TeachersScreen.tsx')),
  screen('/admin/project/$id', () => import('../projects/ProjectReportScreen.tsx')),
  screen('/admin/project/$id/$content_type', () => import('../projects/ProjectReportScreen.tsx')),
  screen('/waypost/dashboard', () => import('../clients/ClientsScreen.tsx')),
  screen('/waypost/editClient', () => import('../clients/NewClientScreen.tsx')),
  screen('/waypost/editClient/$id', () => import('../clients/ClientScreen.tsx')),
] as const;

/** The screens for setting up a school system, and the same lists as the platform's defaults. */
const setup = [
  screen('/admin/siteSettings', () => import('../settings/SiteSettingsScreen.tsx')),
  screen('/admin/resources/$type', () => import('../files/ManageResourcesScreen.tsx')),
  screen('/admin/schools', () => import('../lists/SchoolsScreen.tsx')),
  screen('/admin/focusAreas', () => import('../lists/FocusAreasScreen.tsx')),
  screen('/admin/programs', () => import('../lists/ProgramsScreen.tsx')),
  screen('/admin/reflectionQuestions', () => import('../lists/ReflectionQuestionsScreen.tsx')),
  screen('/admin/evaluationQuestions', () => import('../lists/EvaluationQuestionsScreen.tsx')),
  screen('/admin/agreements', () => import('../agreements/AgreementTemplatesScreen.tsx')),
  screen('/waypost/focusAreas', () => import('../lists/FocusAreasScreen.tsx')),
  screen('/waypost/programs', () => import('../lists/ProgramsScreen.tsx')),
  screen('/waypost/reflectionQuestions', () => import('../lists/ReflectionQuestionsScreen.tsx')),
  screen('/waypost/evaluationQuestions', () => import('../lists/EvaluationQuestionsScreen.tsx')),
] as const;

const onward = createRoute({
  getParentRoute: () => root,
  path: '/default' satisfies ScreenPath,
  beforeLoad: async ({ context }) => {
    const { whereTo } = await import('./arrival.ts');
    throw redirect({ to: await whereTo(context.queries), replace: true });
  },
});

export const routeTree = root.addChildren([
  onward,
  ...landing,
  ...accounts,
  ...projects,
  ...applications,
  ...profiles,
  ...opportunities,
  ...staff,
  ...setup,
]);

type Built = keyof RegisteredRouter['routesByPath'];
// A type error names each path of the access table that has no screen.
({}) satisfies Record<Exclude<ScreenPath, Built>, never>;
