import { resolve } from 'node:path'

export type Config = ReturnType<typeof readConfig>

/** Every setting of the service, read once from the environment. A bad value stops the start with a sentence that names it. */
export function readConfig(env: Record<string, string | undefined>) {
  const port = whole(env, 'PORT', 4000, 0, 65_535)
  const host = env.HOST || '127.0.0.1'
  const publicUrl = address(env, 'PUBLIC_URL', `http://localhost:${port}`)
  return {
    port,
    host,
    publicUrl,
    appUrl: address(env, 'APP_URL', publicUrl),
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    s3: s3(env),
    smtp: smtp(env, publicUrl),
    /** Two to four connections were faster than eight or sixteen on two cores. */
    poolSize: whole(env, 'DATABASE_POOL', 4, 1, 200),
    admin: admin(env),
    demo: oneOf(env, 'DEMO', ['0', '1'], env.ADMIN_EMAIL ? '0' : '1') === '1',
    role: oneOf(env, 'ROLE', ['all', 'api', 'worker'], 'all'),
    signingKey: signingKey(env),
    /** How many files a person may take in ten minutes. */
    downloadBudget: whole(env, 'DOWNLOAD_BUDGET', 200, 1, 1_000_000),
    xAccel: xAccel(env),
    scrubDays: whole(env, 'SCRUB_DAYS', 30, 1, 3650),
    /** Webhooks may go over plain http, and to private and loopback addresses. */
    webhookPrivate: oneOf(env, 'WEBHOOK_PRIVATE', ['0', '1'], '0') === '1',
    metricsToken: env.METRICS_TOKEN || undefined,
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((part) => part.trim()) : false,
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }
}

export class ConfigError extends Error {}

function whole(env: Record<string, string | undefined>, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

function oneOf<const T extends string>(env: Record<string, string | undefined>, name: string, allowed: readonly T[], otherwise: T): T {
  const value = (env[name] || otherwise) as T
  if (!allowed.includes(value)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
  return value
}

function address(env: Record<string, string | undefined>, name: string, otherwise: string): string {
  const text = env[name] || otherwise
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) throw new ConfigError(`${name} must be an http or https address, not "${text}"`)
  return text.replace(/\/+$/, '')
}

/** The store for the files, when they are not to lie on this machine. All of it or nothing: half of it would send them to the wrong place. */
function s3(env: Record<string, string | undefined>) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const region = env.S3_REGION || 'us-east-1'
  const endpoint = address(env, 'S3_ENDPOINT', `https://s3.${region}.amazonaws.com`)
  const pathStyle = oneOf(env, 'S3_PATH_STYLE', ['0', '1'], '1') === '1'
  const presign = oneOf(env, 'S3_PRESIGN', ['0', '1'], '0') === '1'
  if (bucket && accessKeyId && secretAccessKey) return { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle, presign }
  const given = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name])
  if (given.length) throw new ConfigError(`${given.join(', ')} cannot stand alone: files in S3 need S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together`)
  return undefined
}

/** Where mail is handed over, and whom it is from. The address may hold a password, so a refusal does not repeat it. */
function smtp(env: Record<string, string | undefined>, publicUrl: string) {
  const from = env.MAIL_FROM || `Reelay <reelay@${new URL(publicUrl).hostname}>`
  if (!/^([^<>@,;\r\n]*<)?[^\s<>@,;]+@[^\s<>@,;]+>?$/.test(from) || from.includes('<') !== from.endsWith('>')) throw new ConfigError(`MAIL_FROM must be one address such as Reelay <reelay@example.com>, not "${from}"`)
  if (!env.SMTP_URL) return undefined
  const url = URL.parse(env.SMTP_URL)
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the first byte')
  return { url: env.SMTP_URL, from }
}

function admin(env: Record<string, string | undefined>) {
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL) throw new ConfigError('ADMIN_PASSWORD needs ADMIN_EMAIL beside it')
  return env.ADMIN_EMAIL ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD || undefined } : undefined
}

/** Normally made at random and kept in the database; a site may bring its own, but never a short one. */
function signingKey(env: Record<string, string | undefined>) {
  if (env.SIGNING_KEY === undefined) return undefined
  if (Buffer.byteLength(env.SIGNING_KEY) < 32) throw new ConfigError('SIGNING_KEY must be at least 32 bytes long')
  return env.SIGNING_KEY
}

/** The address below which a proxy in front sends files of the data folder by itself. */
function xAccel(env: Record<string, string | undefined>) {
  if (!env.X_ACCEL) return undefined
  if (!/^\/([\w-]+\/)+$/.test(env.X_ACCEL)) throw new ConfigError(`X_ACCEL must be a path such as /internal/, not "${env.X_ACCEL}"`)
  if (env.S3_BUCKET) throw new ConfigError('X_ACCEL needs files on disk, but S3_BUCKET is set')
  return env.X_ACCEL
}
