import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/**
 * Positioned away from the controls that are needed next: on a desktop at the bottom, next to Save; on a
 * phone over the header, because the buttons are at the bottom.
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
