import sharp from 'sharp';

/** A one-page PDF with these lines, as small as one can be. */
export function aPdf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line) => `(${line.replace(/[\\()]/g, '\\$&').replace(/[^\x20-\x7e]/g, "'")}) '`)
    .join(' ');
  const content = `BT /F1 14 Tf 72 720 Td 22 TL ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, '0');
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${at} 00000 n \n`).join('')}`;
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const grounds = [
  '#12355b',
  '#1d5c63',
  '#5b3a29',
  '#3d405b',
  '#6b2737',
  '#2f5d50',
  '#4a4e69',
  '#7a4419',
  '#264653',
  '#583e79',
];

/** A mark for a business: waves of its own on a ground of its own. No letters, for a server may have no fonts. */
export function aLogo(index: number): Promise<Buffer> {
  const ground = grounds[index % grounds.length];
  const lift = 90 + ((index * 37) % 60);
  const wave = (y: number, opacity: number) =>
    `<path d="M0 ${y} q40 -${lift / 3} 80 0 t80 0 t80 0 t80 0 V320 H0 Z" fill="#fff" fill-opacity="${opacity}"/>`;
  const sun = `<circle cx="${90 + ((index * 53) % 130)}" cy="${80 + ((index * 29) % 50)}" r="${28 + (index % 4) * 6}" fill="#f2b441"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="${ground}"/>${sun}${wave(170, 0.35)}${wave(210, 0.5)}${wave(255, 0.85)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}
