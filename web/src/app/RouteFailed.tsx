import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Failed } from '../ui/Failed.tsx';
import { Screen } from '../ui/Screen.tsx';

/** A screen that could not be shown: its own fault, or a call it cannot do without. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Screen title="Something Went Wrong">
      <Failed error={error} retry={retry} />
    </Screen>
  );
}
