declare module 'virtual:screens' {
  /** Loads the screen of each path. */
  const screens: Record<
    keyof typeof import('./screens.ts').screens,
    () => Promise<{
      default: import('react').ComponentType;
      /** What to load when someone points at a link to the screen: never what counts as viewing a record. */
      ahead?: (queries: import('@tanstack/react-query').QueryClient) => void;
    }>
  >;
  export default screens;
}
