/**
 * The paths of the calls that come before any screen or on the login. They stand apart from their schemas
 * so that a browser shows the landing page and the login without loading a validator first.
 */
export const firstPaths = {
  login: '/auth/login',
  logout: '/auth/logout',
  getCurrentUser: '/api/current-user',
  getSettings: '/api/getSettings',
} as const;
