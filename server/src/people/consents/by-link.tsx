import { createHash } from 'node:crypto';
import { utcDay } from '@waypost/contract/dates';
import { currentLocale, msg, t } from '@waypost/contract/i18n';
import { bothNames, maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import { ConsentInput } from '@waypost/contract/people/consents/forms';
import { releaseText } from '@waypost/contract/people/consents/rules';
import { decisionWords } from '@waypost/contract/people/consents/words';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import { refuse } from '@waypost/contract/refusal';
import { Checkbox, type FormState } from '../../messages/links/html.tsx';
import { Button, Form, NameField } from '../../messages/links/page.tsx';
import type { Purpose } from '../../messages/links/purpose.ts';
import { findPlacementOf } from '../../messages/links/queries.ts';
import { mailReceipt } from '../../messages/links/receipt-mails.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { readInput } from '../../platform/access/input.ts';
import { isLinkedStudent } from '../../platform/access/ownership.ts';
import { findBirthDate } from '../guardians/queries.ts';
import { findLinkedStudent, type LinkedStudent } from './by-link-queries.ts';
import { notifyStaff } from './mails.ts';
import { findConsent, insertConsent } from './queries.ts';

/** A guardian's consent to the release of a student's information to businesses, or their refusal. */
export const consentPurpose: Purpose = {
  call: 'recordConsent',
  title: msg('Consent to share information'),
  proves: ['consent'],
  // Only a guardian whom staff confirmed can consent.
  mayPassOn: false,
  asPerson: true,

  async open(tx, link, now) {
    const student = await findLinkedStudent(tx);
    const obstacle = whyNot(student, now);
    if (!student || obstacle) return () => <p>{obstacle}</p>;
    return (form) => toForm(link, student, form);
  },

  async act(tx, link, { name, nameOnFile, values, proven, now }) {
    const way = values.get('do');
    if (way !== 'consent' && way !== 'refuse') refuse('invalid-input');
    if (way === 'consent') readInput(ConsentInput, { name, agreed: values.get('agreed') === 'yes' });
    const found = await findLinkedStudent(tx);
    const obstacle = whyNot(found, now);
    if (obstacle) refuse('conflict', obstacle);
    const student = authorize(link, found, isLinkedStudent);
    const text = releaseOf(link, student);
    if (values.get('text_hash') !== hashOf(text)) refuse('conflict', t(CHANGED));
    const decision = way === 'consent' ? 'given' : 'refused';
    await insertConsent(tx, student, {
      decision,
      method: 'link',
      name,
      text: text.join('\n\n'),
      locale: currentLocale(),
      proof: proven?.proof ?? null,
      proofTo: proven?.proofTo ?? '',
      sentTo: maskedEmail(link.recipient.email),
      decidedOn: utcDay(now),
      decidedAt: now,
      recordedAt: now,
    });
    const about = { id: student.id, name: nameOf(student) };
    return {
      actions: [{ about, action: 'record consent', details: { decision } }],
      isDone: true,
      after: async (server, outside) => {
        const projectId = (await findPlacementOf(server, link)) ?? null;
        const done = {
          what: () => t(decisionWords[decision]),
          by: bothNames(name, nameOnFile),
          student,
          projectId,
        };
        await mailReceipt(server, outside, link, done, now);
        await notifyStaff(server, outside, { clientId: link.clientId, decision, student: about });
      },
    };
  },

  async isOver(tx, { clientId, subjectId: studentId }, now) {
    const birthDate = await findBirthDate(tx, { clientId, studentId });
    return needsGuardian(birthDate, utcDay(now)) ? null : t(OF_AGE);
  },

  receipt: ({ decision }) => t(decisionWords[decision === 'given' ? 'given' : 'refused']),

  async keep(tx, link) {
    const [decided] = await findConsent(tx, { clientId: link.clientId, studentId: link.subjectId });
    return (
      <>
        <p>{t('If you change your mind, call {school}.', { school: link.client.name })}</p>
        <details>
          <summary>{t('What is shared')}</summary>
          <Text paragraphs={(decided?.text ?? '').split('\n\n')} />
        </details>
      </>
    );
  },
};

const NO_LONGER = msg(
  'You can no longer decide with this link. If you still need to decide, ask the school.',
);
const OF_AGE = msg('This student is 18 or older and decides without you.');
const CHANGED = msg(
  'The text has changed since you opened this page. Nothing was saved. Read the new text below',
);

const whyNot = (student: LinkedStudent | undefined, now: Date): string | null => {
  if (!student) return t(NO_LONGER);
  return needsGuardian(student.birthDate, utcDay(now)) ? null : t(OF_AGE);
};

const nameOf = ({ firstName, lastName }: LinkedStudent) => shortName(firstName, lastName);

const releaseOf = (link: LinkCaller, student: LinkedStudent): string[] =>
  releaseText({ student: nameOf(student), school: link.client.name });

const hashOf = (text: readonly string[]) =>
  createHash('sha256').update(text.join('\n\n'), 'utf8').digest('hex');

const Text = ({ paragraphs }: { paragraphs: readonly string[] }) => (
  <div className="text">
    {paragraphs.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </div>
);

const toForm = (link: LinkCaller, student: LinkedStudent, form: FormState) => {
  const text = releaseOf(link, student);
  return (
    <>
      <p>
        {t('You decide as {name}, {student}’s parent or guardian.', {
          name: link.recipient.name,
          student: nameOf(student),
        })}
      </p>
      <Text paragraphs={text} />
      <Form>
        <input type="hidden" name="text_hash" value={hashOf(text)} />
        <NameField form={form} />
        <Checkbox
          form={form}
          name="agreed"
          label={t('I am the student’s parent or guardian, and I consent')}
        />
        {form.proof}
        <Button value="consent">{t('Give consent')}</Button>
        <Button isSecond value="refuse">
          {t('Refuse consent')}
        </Button>
      </Form>
    </>
  );
};
