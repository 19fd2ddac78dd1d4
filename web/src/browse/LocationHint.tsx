import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './Browse.module.css';

/** Says to a student without a location what they miss, and how to get it. */
export function LocationHint() {
  return (
    <p className={classes.hint}>
      <IconMapPin size={20} aria-hidden />
      <span>
        Waypost does not know where you live, so it shows no distances.{' '}
        <Link to="/profile/$variant" params={{ variant: 'maps' }}>
          Set your location
        </Link>{' '}
        to see how far each one is, and to look nearby.
      </span>
    </p>
  );
}
