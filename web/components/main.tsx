import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '../src/app/base.css';
import { createRoot } from 'react-dom/client';
import { ComponentsPage } from './ComponentsPage.tsx';

const place = document.getElementById('root');
if (place) createRoot(place).render(<ComponentsPage />);
