/**
 * Who a client is by its credentials: the common name of its certificate, or the subject of its
 * token.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/authentication/request/x509/x509.go
 *             (CommonNameUserConversion), pkg/serviceaccount/claims.go
 * Simplified  neither who signed them nor whether they are still valid is looked at; groups are not
 *             read
 */
import { base64Error, STD_ENCODING } from '../../api/go-base64';
import type { RestConfig } from './client-config';
import { type Disk, readFile } from './disk';

/** @returns undefined where nothing that can be read says it. */
export function userOfCredentials(config: RestConfig, disk: Disk): string | undefined {
  const { certData, certFile, bearerToken } = config;
  const file = readFile(disk, certFile);
  const pem = certData ? (fromBase64(certData) ?? '') : file.ok ? file.value : '';
  return commonName(pem) ?? tokenSubject(bearerToken);
}

/** One character a byte; undefined for what is no base64. */
function fromBase64(text: string): string | undefined {
  return base64Error(text, STD_ENCODING) === undefined ? atob(text) : undefined;
}

/** Payload of a JSON Web Token. */
function tokenSubject(token: string): string | undefined {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const text = fromBase64(payload.padEnd(Math.ceil(payload.length / 4) * 4, '='));
  const subject = /"sub"\s*:\s*"([^"\\]+)"/.exec(text ?? '')?.[1];
  return subject;
}

/** A value of DER: its bytes within the whole. */
interface Value {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

const PEM = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/;
const SEQUENCE = 0x30;
const VERSION = 0xa0;
/** 2.5.4.3, as DER has it. */
const COMMON_NAME = '\x55\x04\x03';
const LONG_LENGTH = 0x80;
const LENGTH_BYTES_AT_MOST = 4;

/** Common name of the subject of the first certificate. */
function commonName(pem: string): string | undefined {
  const der = fromBase64(PEM.exec(pem)?.[1]?.replace(/\s/g, '') ?? '');
  if (der === undefined || der === '') return undefined;
  const [certificate] = valuesIn(der, { tag: SEQUENCE, start: 0, end: der.length });
  const [body] = certificate ? valuesIn(der, certificate) : [];
  const fields = body ? valuesIn(der, body).filter(({ tag }) => tag !== VERSION) : [];
  // Serial number, algorithm, issuer, validity, subject.
  const [, , , , subject] = fields;
  const sets = subject ? valuesIn(der, subject) : [];
  const pairs = sets.flatMap((set) => valuesIn(der, set));
  const named = pairs.map((pair) => valuesIn(der, pair).map((each) => bytesOf(der, each)));
  const found = named.find(([oid]) => oid === COMMON_NAME)?.[1];
  return found === undefined ? undefined : utf8(found);
}

const bytesOf = (der: string, { start, end }: Value): string => der.slice(start, end);
const utf8 = (bytes: string): string =>
  new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));

/** The values inside one, as far as they can be read. */
function valuesIn(der: string, { start, end }: Value): readonly Value[] {
  const values: Value[] = [];
  let at = start;
  while (at + 1 < end) {
    const tag = der.charCodeAt(at);
    let length = der.charCodeAt(at + 1);
    at += 2;
    if (length >= LONG_LENGTH) {
      const count = length - LONG_LENGTH;
      if (count > LENGTH_BYTES_AT_MOST) return values;
      length = 0;
      for (const byte of der.slice(at, at + count)) length = length * 256 + byte.charCodeAt(0);
      at += count;
    }
    if (at + length > end) return values;
    values.push({ tag, start: at, end: at + length });
    at += length;
  }
  return values;
}
