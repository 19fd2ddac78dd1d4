import { type Message, msg } from '../../i18n.ts';

/** How a person proved who they are in addition to their link: a code by email, or read to them on the phone. */
export const proofs = ['email', 'phone'] as const;
export type Proof = (typeof proofs)[number];

/** A code has six digits, works for ten minutes, and allows five tries. */
export const CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;

export const codeExpiresAt = (now: Date): Date => new Date(now.getTime() + CODE_MINUTES * 60_000);

/** Normalizes a typed code: no spaces or hyphens. */
export const normalCode = (typed: string): string => typed.replace(/[\s-]/g, '');

export const isCode = (typed: string): boolean => /^\d{6}$/.test(normalCode(typed));

/** As people read it: 123 456. */
export const showCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

interface Sent {
  expiresAt: Date;
  tries: number;
}

/** Whether a code can still be used. */
export const isOpenCode = ({ expiresAt, tries }: Sent, now: Date): boolean =>
  now < expiresAt && tries < CODE_TRIES;

/** A phone number that its owner recognizes: •••-0100. */
export const maskedPhone = (phone: string): string => `•••-${phone.replace(/\D/g, '').slice(-4)}`;

/** How signed documents and receipts describe a second proof. */
export const proofWords: Record<Proof, Message> = {
  email: msg('Typed a code that was emailed to {proofTo}, another address that the school has on file'),
  phone: msg('Typed a code that the school read to them on the phone, at {proofTo}, the number on file'),
};
