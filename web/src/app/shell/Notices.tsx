import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/**
 * Where nothing is pressed next: at the foot of a desk's screen, beside what saves; over the header of a phone, whose
 * buttons are at its foot.
 */
export default function Notices() {
  const isPhone = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-left'}
      limit={4}
      containerWidth={420}
      zIndex={400}
    />
  );
}
