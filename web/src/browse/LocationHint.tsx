import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './Browse.module.css';

/** Says to a student without a location what they miss, and how to get it. */
export function LocationHint() {
  return (
    <p className={classes.hint}>
      <IconMapPin size={20} aria-hidden />
      <span>
        <Link to="/profile/$variant" params={{ variant: 'maps' }}>
          Set your location
        </Link>{' '}
        to see how far away each opportunity is and find the ones near you.
      </span>
    </p>
  );
}
