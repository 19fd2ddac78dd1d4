import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Above the bottom bar on phones, where a thumb does not cover it. */
export default function Notices() {
  return <Notifications position="top-right" limit={4} containerWidth={420} zIndex={400} />;
}
