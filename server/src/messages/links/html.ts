import { currentLocale } from '@waypost/contract/i18n';

/** Markup that is safe to send: all user input in it is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Html[];

/** Markup with interpolated values, each escaped unless it is markup itself. False and null render nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + shown(parts[index])).join(''));
}

function shown(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(`${part}`);
  return part.map(({ text }) => text).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The submitted values, if any, and their errors. */
export interface FormState {
  values: URLSearchParams;
  errors: Record<string, string[] | undefined>;
  /** The fields of a second proof, where the school system requires one. */
  proof?: Html | false;
}

interface Field {
  name: string;
  label: string;
  hint?: string;
  type?: 'text' | 'email' | 'tel' | 'date';
  autocomplete?: string;
  /** The value before anything was submitted. Never set for the field that distinguishes a person from a program. */
  initial?: string;
  required?: boolean;
  maxLength?: number;
}

/**
 * A field with its label, and its message if the value is invalid.
 */
export function field(form: FormState, given: Field): Html {
  const { name, label, hint, type = 'text', autocomplete = 'off', initial = '', required = true } = given;
  return labeled(form, { name, label, hint }, (attributes) => {
    const value = form.values.get(name) ?? initial;
    return html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${
      required && html` required`
    } maxlength="${given.maxLength ?? 200}"${attributes}>`;
  });
}

/** The same for several lines. */
export function textField(
  form: FormState,
  { name, label, hint, required = true, maxLength = 2000 }: Field,
): Html {
  return labeled(
    form,
    { name, label, hint },
    (attributes) =>
      html`<textarea id="${name}" name="${name}" rows="5"${
        required && html` required`
      } maxlength="${maxLength}"${attributes}>${form.values.get(name) ?? ''}</textarea>`,
  );
}

/** A choice from a list of values, each with its label. */
export function choice(
  form: FormState,
  given: { name: string; label: string; initial: string; options: readonly (readonly [string, string])[] },
): Html {
  const chosen = form.values.get(given.name) ?? given.initial;
  return labeled(
    form,
    given,
    (attributes) =>
      html`<select id="${given.name}" name="${given.name}"${attributes}>${given.options.map(
        ([value, words]) =>
          html`<option value="${value}"${value === chosen && html` selected`}>${words}</option>`,
      )}</select>`,
  );
}

/** A checkbox with its label and an explanation. */
export function checkbox(
  form: FormState,
  { name, label, hint }: Pick<Field, 'name' | 'label' | 'hint'>,
): Html {
  const { attributes, wrong } = stateOf(form, { name, hint });
  return html`<div class="box"><label class="entry"><input type="checkbox" name="${name}" value="yes"${
    form.values.get(name) === 'yes' && html` checked`
  }${attributes}><span>${label}</span></label>${
    hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`
  }${wrong !== undefined && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}</div>`;
}

function labeled(
  form: FormState,
  { name, label, hint }: { name: string; label: string; hint?: string | undefined },
  control: (attributes: Html) => Html,
): Html {
  const { attributes, wrong } = stateOf(form, { name, hint });
  return html`<div class="field"><label for="${name}">${label}</label>${
    hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`
  }${control(attributes)}${wrong !== undefined && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}</div>`;
}

/** The message of an error that belongs to no single field. */
export function problem(form: FormState, name: string): Html | false {
  const wrong = form.errors[name]?.[0];
  return (
    wrong !== undefined && html`<p class="wrong" tabindex="-1"${autofocusAttribute(form, name)}>${wrong}</p>`
  );
}

/** The first error of a page takes the focus. */
const autofocusAttribute = (form: FormState, name: string) =>
  Object.keys(form.errors)[0] === name && html` autofocus`;

/** The attributes that connect a control to its hint and its error. */
function stateOf(form: FormState, { name, hint }: { name: string; hint?: string | undefined }) {
  const wrong = form.errors[name]?.[0];
  const described = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(' ');
  const attributes = html`${described !== '' && html` aria-describedby="${described}"`}${
    wrong !== undefined && html` aria-invalid="true"`
  }${autofocusAttribute(form, name)}`;
  return { attributes, wrong };
}

/** A calendar date, YYYY-MM-DD, as "Mon, Mar 2". */
export const shownDay = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** A moment in words, in the school system's time zone: Mar 4, 2026, 10:00 AM EST. */
export const shownMoment = (moment: Date, timeZone: string): string =>
  moment.toLocaleString(`${currentLocale()}-US`, {
    ...{ timeZone, year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  } as const);
