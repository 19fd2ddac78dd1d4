import { currentLocale, t } from '@waypost/contract/i18n';
import type { Mail } from './mail.ts';

/** A mail's contents: sentences, at most one button, and in its footer the reason why its reader gets it. */
export interface Letter {
  to: string;
  subject: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Small print below the button. */
  footnotes?: Footnote[];
  /** Why the reader gets it: the last of the small print. */
  reason: Footnote;
  /** What it is about (`Mail.thread`). */
  thread?: string | undefined;
}

/** A sentence, or a link. */
export type Footnote = string | { text: string; url: string };

/** The same letter as text and as HTML, in the language of the current reader. User input is escaped. */
export function toMail({ to, subject, paragraphs, button, footnotes = [], reason, thread }: Letter): Mail {
  const notes = [...footnotes, reason];
  const lines = [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes.map((note) => (typeof note === 'string' ? note : `${note.text} ${note.url}`)),
  ];
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: toHtml(subject, paragraphs, button, notes),
    ...(thread && { thread }),
  };
}

function toHtml(
  subject: string,
  paragraphs: string[],
  button: Letter['button'],
  footnotes: Footnote[],
): string {
  const prose = paragraphs.map((line) => `<p style="margin:0 0 16px">${asHtml(line)}</p>`).join('\n');
  const notes = footnotes
    .map((note) => `<p style="margin:0 0 8px;font-size:14px;color:#495057">${small(note)}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="${currentLocale()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${asHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f1f3f5;font:16px/1.55 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#212529">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-weight:600;color:#1c3d6e">Waypost</p>
${prose}
${button ? pressable(button) : ''}
${notes}
</div>
</body>
</html>
`;
}

function pressable({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${asHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1c3d6e;color:#ffffff;text-decoration:none;font-weight:600">${asHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#495057">${asHtml(t('Or open this address:'))} ${link(url)}</p>`;
}

const small = (note: Footnote) =>
  typeof note === 'string' ? asHtml(note) : `${asHtml(note.text)} ${link(note.url)}`;

const link = (url: string) =>
  `<a href="${asHtml(url)}" style="color:#1c3d6e;word-break:break-all">${asHtml(url)}</a>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const asHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
