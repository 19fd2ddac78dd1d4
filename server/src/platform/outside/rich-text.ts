import { isBlank } from '@waypost/contract/fields';
import { t } from '@waypost/contract/i18n';
import { REQUIRED, refuse } from '@waypost/contract/refusal';
import { tablesAsRows } from '@waypost/contract/table-rows';
import sanitizeHtml from 'sanitize-html';

/**
 * Sanitizes rich text: keeps paragraphs, lists, headings below a page's own, emphasis, subscripts, and links to the web,
 * mail or a phone. The rows of a table become paragraphs. Everything else is removed, scripts and styles with their
 * contents. Sanitizing the result again changes nothing.
 */
export function sanitiseRichText(html: string): string {
  return sanitizeHtml(tablesAsRows(html), KEPT).trim();
}

/**
 * The same for required texts, by field name. A text that is empty after sanitizing, such as only a
 * `<script>`, is refused at its field.
 */
export function sanitiseRequired<Field extends string>(texts: Record<Field, string>): Record<Field, string> {
  const kept = Object.entries<string>(texts).map(([field, html]) => [field, sanitiseRichText(html)] as const);
  const empty = kept.filter(([, html]) => isBlank(html));
  if (empty.length > 0)
    refuse('invalid-input', undefined, Object.fromEntries(empty.map(([field]) => [field, [t(REQUIRED)]])));
  return Object.fromEntries(kept) as Record<Field, string>;
}

const KEPT: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'strong',
    'em',
    'u',
    's',
    'sub',
    'sup',
    'a',
  ],
  allowedAttributes: { a: ['href'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The page already has its one first-level heading.
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', strike: 's', del: 's' },
  // Deeper nesting has no real use, and is expensive to display.
  nestingLimit: 30,
};
