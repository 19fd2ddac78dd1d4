import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { T } from '../../ui/T.tsx';
import classes from './Browse.module.css';

/** Tells a student without a location what they miss, and how to set one. */
export function LocationHint() {
  return (
    <p className={classes.hint}>
      <IconMapPin size={20} aria-hidden />
      <span>
        <T
          m="<a>Set your location</a> to see how far away each opportunity is and find the ones near you."
          a={<Link to="/profile/$variant" params={{ variant: 'maps' }} />}
        />
      </span>
    </p>
  );
}
