import { createHash } from 'node:crypto';
import { currentLocale, type Locale, locales, t } from '@waypost/contract/i18n';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import { CODE_MINUTES } from '@waypost/contract/messages/proofs/rules';
import { phoneHref, shownPhone } from '@waypost/contract/phones';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Field, type FormState, Problem, SURE } from './html.tsx';

/** The only style of all pages of links, inline, because the page loads nothing. */
const STYLE = `
:root{color-scheme:light dark;--text:#212529;--soft:#495057;--page:#f1f3f5;--sheet:#fff;--line:#868e96;--main:#1c3d6e;--on:#fff;--bad:#c92a2a;--good:#2b6a3a}
@media (prefers-color-scheme:dark){:root{--text:#f1f3f5;--soft:#ced4da;--page:#16181b;--sheet:#212529;--line:#868e96;--main:#a5c8f7;--on:#10233f;--bad:#ffa8a8;--good:#8ce99a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1.0625rem/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:40rem;margin:0 auto;padding:1rem}
header{font-weight:600}
nav{float:right;font-weight:400}
main{background:var(--sheet);border-radius:.5rem}
footer{font-size:1rem;color:var(--soft)}
footer summary{color:var(--soft);font-weight:400;text-decoration:underline}
footer details{max-width:30rem}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 1rem;text-wrap:balance}
h2{font-size:1.2rem;line-height:1.3;margin:1.5rem 0 .5rem}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:0 0 .75rem}
ul,.steps{list-style:none;margin:0;padding:0}
a{color:var(--main)}
.soft,.hint{color:var(--soft);font-size:1rem}
.hint{margin:0 0 .35rem}
.field,.box{margin:0 0 1rem}
label{display:block;font-weight:600}
.entry{display:flex;gap:.75rem;padding:.5rem 0;border-top:1px solid var(--line);font-weight:400}
.entry input{flex:none;width:1.5rem;height:1.5rem;margin:0}
.entry b,.entry em{display:block}
.entry em{font-style:normal;font-weight:600}
.box .entry,form>.entry{border:0}
form>.entry{margin-bottom:.75rem}
input,select,textarea{font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--line);border-radius:.4rem;accent-color:var(--main)}
.field input,.field select,textarea{width:100%;font-weight:400;margin-top:.15rem;min-height:3rem;padding:.5rem .75rem}
.field select{padding-left:.5rem}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;margin:.5rem 0;padding:.5rem 1rem;border:1px solid var(--main);border-radius:.4rem;background:var(--main);color:var(--on);cursor:pointer}
button.second{background:transparent;color:var(--main)}
.second+.field{margin-top:1.5rem}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
summary{min-height:2.75rem;padding:.6rem 0;color:var(--main);font-weight:600;cursor:pointer}
details[open]{margin-bottom:1rem}
.wrong,.alert{color:var(--bad);font-weight:600}
.wrong{margin-top:.5rem}
.alert{border:2px solid;border-radius:.4rem;padding:.5rem .75rem}
[aria-invalid]{border:2px solid var(--bad)}
.done{color:var(--good);font-weight:600}
.text{border:1px solid var(--line);border-radius:.4rem;padding:0 1rem;margin:0 0 1rem}
.text p{margin:.75rem 0;white-space:pre-line}
.text ul{list-style:disc;padding-left:1.25rem}
.text li{margin:0 0 .35rem}
.proof{border:1px solid var(--line);border-radius:.4rem;padding:.75rem 1rem 0;margin:0 0 1rem}
.proof button+.hint{margin:0 0 1rem}
.receipt{border-top:1px solid var(--line);padding:.5rem 0}
ul+p{margin-top:.75rem}
.step{position:relative;margin:0 0 0 .7rem;padding:0 0 1rem 1.5rem;border-left:2px solid var(--line)}
.step:last-child{border-color:transparent}
.step::before{content:"";position:absolute;box-sizing:border-box;left:-.6875rem;top:.2rem;width:1.25rem;height:1.25rem;border:2px solid var(--line);border-radius:50%;background:var(--sheet)}
.is-done::before{background:var(--good);border-color:var(--good)}
.is-now::before{border-color:var(--main);border-width:.3rem}
.step[aria-current]{padding:.75rem 1rem .75rem 1.5rem;border-left:4px solid var(--main);border-radius:0 .4rem .4rem 0;background:var(--page)}
.step[aria-current]::before{top:.95rem;left:-.75rem}
.step[aria-current]+.step{padding-top:.75rem}
.step[aria-current]+.step::before{top:.95rem}
@media (min-width:40rem){header,main,footer{padding:1.5rem 2rem}button{width:auto;min-width:14rem;margin-right:.75rem}}
.on-paper{display:none}
@media print{form,footer details{display:none}.text{border:0;padding:0}.on-paper{display:block;margin:4rem 0 1rem;border-top:1px solid}}
`.replaceAll('\n', '');

/** Only text, the inline style, and forms that post to the page itself. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

/** The address is a secret, which no cache, search engine or other page may see. */
export const HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const PRODUCT = 'Waypost';

interface Page {
  title: string;
  /** Whether something was refused, which the page's title says first. */
  isWrong?: boolean;
  /** The school system, once it is known. */
  from?: { name: string; phone: string };
  body: ReactNode;
  footer?: ReactNode;
  /** Whether it can be read in the other language, at the same address with `?lang=`. */
  switches?: boolean;
}

/** A whole page, in the language of the current reader. */
export function toPage({ title, isWrong = false, from, body, footer, switches = false }: Page): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={currentLocale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
        <title>{isWrong ? t('Error: {title}', { title }) : title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <header>
          {from?.name ?? PRODUCT}
          {switches && <Languages />}
        </header>
        <main>
          <h1>{title}</h1>
          {body}
        </main>
        <footer>
          {footer}
          {from && from.phone !== '' && <Phone {...from} />}
        </footer>
      </body>
    </html>,
  )}`;
}

/** "English | Español". What was typed is lost, because a page without scripts cannot send it along. */
const Languages = () => (
  <nav>
    {(Object.keys(locales) as Locale[]).map((locale, index) => (
      <Fragment key={locale}>
        {index > 0 && ' | '}
        {locale === currentLocale() ? (
          <b lang={locale}>{locales[locale]}</b>
        ) : (
          <a href={`?lang=${locale}`} lang={locale}>
            {locales[locale]}
          </a>
        )}
      </Fragment>
    ))}
  </nav>
);

const Phone = ({ name, phone }: { name: string; phone: string }) => (
  <p>
    {t('Questions? Call {school}:', { school: name })} <a href={phoneHref(phone)}>{shownPhone(phone)}</a>
  </p>
);

/** A button that submits the form with what to do. */
export function Button({
  children,
  isSecond = false,
  value,
}: {
  children: ReactNode;
  isSecond?: boolean;
  value: string;
}) {
  return (
    // biome-ignore lint/a11y/useButtonType: it submits by default, and pages stay below 15 kB.
    <button className={isSecond ? 'second' : undefined} name="do" value={value}>
      {children}
    </button>
  );
}

/** A form that posts to the page itself. Enter presses no button, so that only a chosen one acts. */
export const Form = ({ children }: { children: ReactNode }) => (
  <form method="post">
    <button type="submit" disabled hidden />
    {children}
  </form>
);

/** The field that link scanners leave empty: the person's name. */
export const NameField = ({ form }: { form: FormState }) => (
  <>
    <Field
      form={form}
      name="name"
      label={t('Your name')}
      hint={t('Type your name. It is recorded with what you decide.')}
      autoComplete="name"
      maxLength={100}
    />
    {form.errors[SURE] && <Sure form={form} />}
  </>
);

/** Asks someone who typed another name than the one on file whether they are that person. */
const Sure = ({ form }: { form: FormState }) => {
  const typed = form.values.get('name') ?? '';
  return (
    <div className="box">
      <Problem form={form} name={SURE} />
      <p>
        {t('You typed “{typed}”. If you go on, the school is told, and both names are recorded.', { typed })}
      </p>
      <input type="hidden" name={SURE} value={typed} />
      <Button value={form.values.get('do') ?? ''}>{t('Yes, that’s me')}</Button>
      <p>
        <a href="#who">{t('This isn’t me')}</a>
      </p>
    </div>
  );
};

/** The code of a second proof, and how to get one. A code is only sent once the name is typed. */
export function ProofFields({
  form,
  codeEmail,
  school: { name: school, phone },
}: {
  form: FormState;
  codeEmail: string;
  school: { name: string; phone: string };
}) {
  const ask =
    phone === ''
      ? t('Call {school}: they can read you a code.', { school })
      : t('Call {school} at {phone}: they can read you a code.', { school, phone: shownPhone(phone) });
  const askInstead =
    phone === ''
      ? t('Or call {school}: they can read you a code.', { school })
      : t('Or call {school} at {phone}: they can read you a code.', { school, phone: shownPhone(phone) });
  return (
    <div className="proof">
      <p>
        {t('You also need a code.')}{' '}
        {codeEmail === ''
          ? ask
          : t('We email it to {email}, once you have typed your name.', { email: maskedEmail(codeEmail) })}
      </p>
      {codeEmail !== '' && (
        <>
          <Button isSecond value="code">
            {t('Email me a code')}
          </Button>
          <p className="hint">{askInstead}</p>
        </>
      )}
      <Field
        form={form}
        name="code"
        label={t('Code')}
        hint={t('Six digits. It works for {minutes} minutes.', { minutes: String(CODE_MINUTES) })}
        autoComplete="one-time-code"
        required={false}
        maxLength={20}
      />
    </div>
  );
}

const hasErrors = (form: FormState, ...names: string[]) => names.some((name) => form.errors[name]);

/** "Pass this on to a colleague". */
export const PassOnForm = ({ form }: { form: FormState }) => (
  <details open={hasErrors(form, 'from_name', 'to_name', 'to_email')}>
    <summary>{t('Pass this on to a colleague')}</summary>
    <form method="post">
      <p>{t('Your colleague gets a link of their own by email. Yours stops working.')}</p>
      <Field form={form} name="from_name" label={t('Your name')} autoComplete="name" maxLength={100} />
      <Field form={form} name="to_name" label={t('Your colleague’s name')} maxLength={100} />
      <Field form={form} name="to_email" label={t('Your colleague’s email')} type="email" />
      <Button isSecond value="pass-on">
        {t('Pass it on')}
      </Button>
    </form>
  </details>
);

/** "This isn't me". */
export const NotMe = ({ form }: { form: FormState }) => (
  <details open={hasErrors(form, 'who', SURE)}>
    <summary>{t('This isn’t me')}</summary>
    <form method="post">
      <p>{t('If this was sent to you by mistake, tell the school. The link then stops working.')}</p>
      <Field form={form} name="who" label={t('Who are you?')} autoComplete="name" />
      <Button isSecond value="not-me">
        {t('This isn’t for me')}
      </Button>
    </form>
  </details>
);
