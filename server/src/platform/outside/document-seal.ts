import { webcrypto, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CryptoKeySigner, P12Signer } from '@libpdf/core';
import { type Config, ConfigError } from '../../config.ts';
import type { SealingKey, SealingKeyStore } from '../database/sealing-key.ts';

/** Seals documents with this installation's certificate, so that any later change shows. */
export interface DocumentSeal {
  /**
   * Adds a signature (PAdES B-B) at the end of a PDF; the bytes before it are unchanged. A PDF reader that does not
   * know the certificate says so.
   */
  seal(pdf: Uint8Array, about: { reason: string; at: Date }): Promise<Uint8Array>;
}

/** How long the installation's own certificate is valid: as long as anyone keeps its sealed files. */
const YEARS = 30;

/**
 * Opens the operator's certificate, or the installation's own, which the first start creates. Throws `ConfigError` if
 * the operator's cannot be used.
 */
export async function openDocumentSeal(
  { sealing, publicUrl }: Pick<Config, 'sealing' | 'publicUrl'>,
  ownKey: SealingKeyStore,
  now: Date,
): Promise<DocumentSeal> {
  if (sealing) return sealWith(await readOperators(sealing, now));
  const key = await ownKey.findOrMake(() => makeKey(new URL(publicUrl).hostname, now), now);
  const { CryptoKeySigner } = await import('@libpdf/core');
  const privateKey = await webcrypto.subtle.importKey('pkcs8', key.privateKey, ALGORITHM, false, ['sign']);
  return sealWith(new CryptoKeySigner(privateKey, key.certificate, 'RSA', 'RSASSA-PKCS1-v1_5'));
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const sealWith = (signer: CryptoKeySigner | P12Signer): DocumentSeal => ({
  seal: async (pdf, { reason, at }) => {
    const { PDF } = await import('@libpdf/core');
    const document = await PDF.load(pdf);
    const { bytes } = await document.sign({
      signer,
      reason,
      signingTime: at,
      subFilter: 'ETSI.CAdES.detached',
    });
    return bytes;
  },
});

async function readOperators({ file, password }: NonNullable<Config['sealing']>, now: Date) {
  const bytes = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError([`SEALING_CERTIFICATE must be a file that Waypost can read (${code}).`]);
  });
  const { P12Signer } = await import('@libpdf/core');
  const signer = await P12Signer.create(bytes, password).catch(() => {
    throw new ConfigError([
      'SEALING_CERTIFICATE must be a .p12 file with a certificate and its key, and SEALING_PASSWORD its password.',
    ]);
  });
  const { validFrom, validTo } = new X509Certificate(signer.certificate);
  const [first, last] = [new Date(validFrom), new Date(validTo)];
  if (now < first || now >= last)
    throw new ConfigError([
      `SEALING_CERTIFICATE must be a certificate that is valid today: this one is from ${dayOf(first)} to ${dayOf(last)}.`,
    ]);
  return signer;
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** A key with a certificate that it signs itself, which names the host that people know. */
async function makeKey(host: string, now: Date): Promise<SealingKey> {
  const [asn1, x509] = await Promise.all([import('asn1js'), import('pkijs')]);
  const size = { modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await webcrypto.subtle.generateKey({ ...ALGORITHM, ...size }, true, ['sign', 'verify']);
  const certificate = new x509.Certificate();
  certificate.version = 2;
  const serial = webcrypto.getRandomValues(new Uint8Array(16));
  // A positive number that begins with no zeros.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  certificate.serialNumber = new asn1.Integer({ valueHex: serial.buffer });
  for (const { typesAndValues } of [certificate.issuer, certificate.subject])
    typesAndValues.push(
      new x509.AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new asn1.Utf8String({ value: `Waypost ${host}` }),
      }),
    );
  certificate.notBefore.value = now;
  // UTCTime has two-digit years, which end in 2049. GeneralizedTime must have no fraction of a second (RFC 5280).
  const end = new Date(now.getTime() + YEARS * 365 * 86_400_000);
  end.setMilliseconds(0);
  certificate.notAfter = new x509.Time({ type: x509.TimeType.GeneralizedTime, value: end });
  certificate.extensions = [
    new x509.Extension({
      extnID: KEY_USAGE,
      critical: true,
      extnValue: new asn1.BitString({ valueHex: new Uint8Array([0b11000000]).buffer, unusedBits: 6 }).toBER(),
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey);
  await certificate.sign(pair.privateKey, 'SHA-256');
  return {
    privateKey: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey)),
    certificate: Buffer.from(certificate.toSchema(true).toBER()),
  };
}

const COMMON_NAME = '2.5.4.3';
/** Digital signature and non-repudiation: the first two bits. */
const KEY_USAGE = '2.5.29.15';
