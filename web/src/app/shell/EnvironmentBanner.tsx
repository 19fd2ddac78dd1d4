import { environmentOf } from './environment.ts';
import classes from './Shell.module.css';

const words = {
  Local: 'Local: this Waypost runs on one computer alone',
  Development: 'Development: nothing here is in earnest',
};

export function EnvironmentBanner() {
  // A page is made before it is known where it will stand.
  const environment = typeof window === 'undefined' ? null : environmentOf(window.location.hostname);
  if (!environment) return null;
  return (
    <aside className={classes.environment} data-environment={environment} aria-label="Environment">
      {words[environment]}
    </aside>
  );
}
