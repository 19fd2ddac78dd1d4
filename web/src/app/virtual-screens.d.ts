declare module 'virtual:screens' {
  /** Loads the screen of each path. */
  const screens: Record<
    keyof typeof import('./screens.ts').screens,
    () => Promise<{ default: import('react').ComponentType }>
  >;
  export default screens;
}
