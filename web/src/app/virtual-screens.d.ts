declare module 'virtual:screens' {
  /** Loads the screen of each path. */
  const screens: Record<
    keyof typeof import('./screens.ts').screens,
    () => Promise<{
      default: import('react').ComponentType;
      /** Preloads data when someone points at a link to the screen. Must not make a call that records a view. */
      ahead?: (queries: import('@tanstack/react-query').QueryClient) => void;
    }>
  >;
  export default screens;
}
