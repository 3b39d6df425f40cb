import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from './settings.ts'

export type Config = ReturnType<typeof readConfig>
/** Where the keys for secrets at rest come from. */
export type KeySource =
  | { kind: 'file'; path: string }
  | { kind: 'value'; text: string }
  | { kind: 'command'; command: string }
type Environment = Record<string, string | undefined>

/** Reads every setting once from the environment. Throws a ConfigError that names a bad value. */
export function readConfig(env: Environment) {
  const port = wholeNumber(env, 'PORT')
  const host = env.HOST || SETTINGS.HOST.default
  const publicUrl = url(env, 'PUBLIC_URL', `http://localhost:${port}`)
  const dataDir = resolve(env.DATA_DIR || SETTINGS.DATA_DIR.default)
  return {
    port,
    host,
    publicUrl,
    appUrl: url(env, 'APP_URL', publicUrl),
    dataDir,
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    serviceUrl: serviceUrl(env),
    replica: replica(env),
    s3: s3(env),
    smtp: smtp(env, publicUrl),
    poolSize: wholeNumber(env, 'DATABASE_POOL'),
    preparesStatements: oneOf(env, 'DATABASE_PREPARED') === '1',
    admin: admin(env),
    demo: oneOf(env, 'DEMO', env.ADMIN_EMAIL ? '0' : SETTINGS.DEMO.default) === '1',
    role: oneOf(env, 'ROLE'),
    signingKey: signingKey(env),
    encryptionKey: encryptionKey(env, dataDir),
    encryptObjects: encryptObjects(env),
    downloadBudget: wholeNumber(env, 'DOWNLOAD_BUDGET'),
    requestBudget: {
      person: wholeNumber(env, 'REQUEST_BUDGET'),
      studio: wholeNumber(env, 'STUDIO_REQUEST_BUDGET'),
    },
    invitationBudget: wholeNumber(env, 'INVITATION_BUDGET'),
    xAccel: xAccel(env),
    mailWindow: wholeNumber(env, 'MAIL_WINDOW_SECONDS'),
    scrubDays: wholeNumber(env, 'SCRUB_DAYS'),
    webhookPrivate: oneOf(env, 'WEBHOOK_PRIVATE') === '1',
    auditShipUrl: auditShipUrl(env),
    securityContact: securityContact(env),
    media: {
      allowUnsandboxed: oneOf(env, 'ALLOW_UNSANDBOXED_MEDIA') === '1',
      binding: mediaEngine(env),
    },
    sessionLifetime: {
      idleHours: wholeNumber(env, 'SESSION_IDLE_HOURS'),
      maxDays: wholeNumber(env, 'SESSION_MAX_DAYS'),
    },
    draftsPrivate: oneOf(env, 'DRAFTS_PRIVATE') === '1',
    ssoPrivate: oneOf(env, 'SSO_PRIVATE') === '1',
    metricsToken: env.METRICS_TOKEN || undefined,
    tracing: tracing(env),
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((part) => part.trim()) : false,
    logLevel: oneOf(env, 'LOG_LEVEL'),
  }
}

export class ConfigError extends Error {}

/** The names of all settings of one shape. */
type SettingLike<Shape> = {
  [N in keyof typeof SETTINGS]: (typeof SETTINGS)[N] extends Shape ? N : never
}[keyof typeof SETTINGS]

function wholeNumber(env: Environment, name: SettingLike<{ min: number }>): number {
  const { default: fallback, min, max } = SETTINGS[name]
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

function oneOf<N extends SettingLike<{ values: readonly string[] }>>(
  env: Environment,
  name: N,
  fallback: string = SETTINGS[name].default,
): (typeof SETTINGS)[N]['values'][number] {
  const value = (env[name] || fallback) as (typeof SETTINGS)[N]['values'][number]
  const allowed: readonly string[] = SETTINGS[name].values
  if (!allowed.includes(value))
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
  return value
}

function url(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new ConfigError(`${name} must be an http or https URL, not "${text}"`)
  return text.replace(/(?<!\/)\/+$/, '')
}

function tracing(env: Environment): { endpoint: string; share: number } | undefined {
  const text = env.OTEL_TRACES_SAMPLER_ARG || SETTINGS.OTEL_TRACES_SAMPLER_ARG.default
  const share = Number(text)
  if (!(share >= 0 && share <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}"`)
  return env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ''), share }
    : undefined
}

/** May name several hosts. Contains a password, so the message does not repeat it. */
function databaseUrl(env: Environment, name: string): string | undefined {
  const text = env[name] || undefined
  const withFirstHost = text?.replace(/^([^/]*\/\/(?:[^@/?#]*@)?[^@,/?#]*),[^@/?#]*/, '$1')
  if (withFirstHost && !/^postgres(ql)?:$/.test(URL.parse(withFirstHost)?.protocol ?? ''))
    throw new ConfigError(
      `${name} must be a URL such as postgres://user:password@host:5432/database`,
    )
  return text
}

function serviceUrl(env: Environment): string | undefined {
  const url = databaseUrl(env, 'DATABASE_SERVICE_URL')
  if (url && !env.DATABASE_URL) throw new ConfigError('DATABASE_SERVICE_URL needs DATABASE_URL')
  return url
}

/** One host: a URL with several finds the primary. The message does not repeat the password. */
function replica(env: Environment): { url: string; maxAgeSeconds: number } | undefined {
  const text = env.DATABASE_REPLICA_URL
  const maxAgeSeconds = wholeNumber(env, 'DATABASE_REPLICA_MAX_AGE')
  if (!text) return undefined
  if (!env.DATABASE_URL) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL')
  if (text.includes(',') || !/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new ConfigError(
      'DATABASE_REPLICA_URL must be a URL with one host, such as postgres://user:password@host:5432/database',
    )
  return { url: text, maxAgeSeconds }
}

/** Incomplete settings are an error: otherwise files would silently go to the local disk. */
function s3(env: Environment) {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env
  const region = env.S3_REGION || SETTINGS.S3_REGION.default
  const endpoint = url(env, 'S3_ENDPOINT', `https://s3.${region}.amazonaws.com`)
  const pathStyle = oneOf(env, 'S3_PATH_STYLE') === '1'
  const presign = oneOf(env, 'S3_PRESIGN') === '1'
  if (bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle, presign }
  const settings = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name])
  if (settings.length)
    throw new ConfigError(
      `${settings.join(', ')} need S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to be set together`,
    )
  return undefined
}

/** The URL may contain a password, so the error does not repeat it. */
function smtp(env: Environment, publicUrl: string) {
  const from = env.MAIL_FROM || `Reelay <reelay@${new URL(publicUrl).hostname}>`
  if (
    !/^([^<>@,;\r\n]*<)?[^\s<>@,;]+@[^\s<>@,;]+>?$/.test(from) ||
    from.includes('<') !== from.endsWith('>')
  )
    throw new ConfigError(
      `MAIL_FROM must be one address such as Reelay <reelay@example.com>, not "${from}"`,
    )
  if (!env.SMTP_URL) return undefined
  const url = URL.parse(env.SMTP_URL)
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol))
    throw new ConfigError(
      'SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the first byte',
    )
  return { url: env.SMTP_URL, from }
}

function admin(env: Environment) {
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new ConfigError('ADMIN_PASSWORD needs ADMIN_EMAIL')
  return env.ADMIN_EMAIL
    ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD || undefined }
    : undefined
}

/** By default a random key is generated and stored in the database. */
function signingKey(env: Environment) {
  if (env.SIGNING_KEY === undefined) return undefined
  if (Buffer.byteLength(env.SIGNING_KEY) < 32)
    throw new ConfigError('SIGNING_KEY must be at least 32 bytes long')
  return env.SIGNING_KEY
}

/** Two sources would make it unclear which key is needed, for example after a restore. */
function encryptionKey(env: Environment, dataDir: string): KeySource {
  const { ENCRYPTION_KEY: text, ENCRYPTION_KEY_COMMAND: command, ENCRYPTION_KEY_FILE: path } = env
  if ([text, command, path].filter(Boolean).length > 1)
    throw new ConfigError(
      'Set only one of ENCRYPTION_KEY, ENCRYPTION_KEY_COMMAND and ENCRYPTION_KEY_FILE',
    )
  if (text) return { kind: 'value', text }
  if (command) return { kind: 'command', command }
  return { kind: 'file', path: path ? resolve(path) : defaultKeyFile(dataDir) }
}

/** Neither nginx nor a browser can decrypt what they would read directly. */
function encryptObjects(env: Environment): boolean {
  const isOn = oneOf(env, 'ENCRYPT_OBJECTS') === '1'
  const conflictingSetting = ['X_ACCEL', 'S3_PRESIGN'].find(
    (name) => env[name] && env[name] !== '0',
  )
  if (isOn && conflictingSetting)
    throw new ConfigError(
      `ENCRYPT_OBJECTS cannot be combined with ${conflictingSetting}. Unset one of them`,
    )
  return isOn
}

export const defaultKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** The path below which a reverse proxy serves files of the data folder. */
function xAccel(env: Environment) {
  if (!env.X_ACCEL) return undefined
  if (!/^\/([\w-]+\/)+$/.test(env.X_ACCEL))
    throw new ConfigError(`X_ACCEL must be a path such as /internal/, not "${env.X_ACCEL}"`)
  if (env.S3_BUCKET) throw new ConfigError('X_ACCEL needs files on disk, but S3_BUCKET is set')
  return env.X_ACCEL
}

function mediaEngine(env: Environment) {
  if (!env.MEDIA_ENGINE) return undefined
  if (!/^\/.+\.node$/.test(env.MEDIA_ENGINE))
    throw new ConfigError(
      `MEDIA_ENGINE must be the full path of a .node file, not "${env.MEDIA_ENGINE}"`,
    )
  return env.MEDIA_ENGINE
}

const SHIP_PROTOCOLS = ['https:', 'http:', 'syslog+udp:', 'syslog+tcp:', 'syslog+tls:']

/** The URL may contain a password, so the error does not repeat it. */
function auditShipUrl(env: Environment) {
  if (!env.AUDIT_SHIP_URL) return undefined
  const url = URL.parse(env.AUDIT_SHIP_URL)
  if (url?.protocol === 'file:' && url.host === '') return outsideDataDir(env, url)
  if (!url?.hostname || !SHIP_PROTOCOLS.includes(url.protocol))
    throw new ConfigError(
      'AUDIT_SHIP_URL must be a URL such as https://log.example.com/reelay, syslog+tls://log.example.com or file:///var/log/reelay/audit.jsonl',
    )
  return env.AUDIT_SHIP_URL
}

/** Whoever can change the database can usually change DATA_DIR. */
function outsideDataDir(env: Environment, url: URL): string {
  const path = relative(
    resolve(env.DATA_DIR || SETTINGS.DATA_DIR.default),
    resolve(fileURLToPath(url)),
  )
  if (!path.startsWith('..') && !isAbsolute(path))
    throw new ConfigError('AUDIT_SHIP_URL must be a file outside DATA_DIR')
  return url.href
}

const PROJECT_CONTACT = 'https://github.com/reelay/reelay/security/advisories/new'

function securityContact(env: Environment) {
  const text = env.SECURITY_CONTACT
  if (!text) return PROJECT_CONTACT
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return `mailto:${text}`
  if (URL.parse(text)?.protocol !== 'https:' || /\s/.test(text))
    throw new ConfigError(
      `SECURITY_CONTACT must be an email address or an https URL, not "${text}"`,
    )
  return text
}
