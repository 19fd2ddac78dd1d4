import { t, withMessages } from '@waypost/contract/i18n';
import { Component, type ComponentType, createElement, lazy, type ReactNode, useReducer } from 'react';
import { Failed } from './Failed.tsx';

/** A chunk that failed to load, usually because the connection was lost. */
class NotLoaded extends Error {}

/**
 * React's `lazy`, which also loads the component's translations. If the chunk fails to load, only this part
 * shows an error, with a retry button.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const make = () =>
    lazy(() =>
      withMessages(load)().catch(() => {
        throw new NotLoaded();
      }),
    );
  // React caches the failure for the component's lifetime.
  let Part: ComponentType<Props> = make();
  return function LazyPart(props: Props) {
    const [tries, tryAgain] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Part = make();
      tryAgain();
    };
    return createElement(Boundary, { key: tries, retry }, createElement(Part, props));
  };
}

interface BoundaryProps {
  retry: () => void;
  children?: ReactNode;
}

/** Leaves every other error to the screen's error boundary. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!((error as unknown) instanceof NotLoaded)) throw error;
    const reason = new Error(t('We couldn’t reach Waypost. Check your connection and try again.'));
    return createElement(Failed, { error: reason, retry: this.props.retry });
  }
}
