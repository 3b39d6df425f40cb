import { resolve } from 'node:path'
import { SETTINGS } from './settings.ts'

export type Config = ReturnType<typeof readConfig>

/**
 * Every setting of the service, read once from the environment. A bad value stops the start with a
 * sentence that names it.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const port = whole(env, 'PORT')
  const host = env.HOST || SETTINGS.HOST.otherwise
  const publicUrl = address(env, 'PUBLIC_URL', `http://localhost:${port}`)
  return {
    port,
    host,
    publicUrl,
    appUrl: address(env, 'APP_URL', publicUrl),
    dataDir: resolve(env.DATA_DIR || SETTINGS.DATA_DIR.otherwise),
    databaseUrl: env.DATABASE_URL || undefined,
    s3: s3(env),
    smtp: smtp(env, publicUrl),
    poolSize: whole(env, 'DATABASE_POOL'),
    admin: admin(env),
    demo: oneOf(env, 'DEMO', env.ADMIN_EMAIL ? '0' : SETTINGS.DEMO.otherwise) === '1',
    role: oneOf(env, 'ROLE'),
    signingKey: signingKey(env),
    downloadBudget: whole(env, 'DOWNLOAD_BUDGET'),
    xAccel: xAccel(env),
    scrubDays: whole(env, 'SCRUB_DAYS'),
    webhookPrivate: oneOf(env, 'WEBHOOK_PRIVATE') === '1',
    metricsToken: env.METRICS_TOKEN || undefined,
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((part) => part.trim()) : false,
    logLevel: oneOf(env, 'LOG_LEVEL'),
  }
}

export class ConfigError extends Error {}

type Named<Like> = {
  [N in keyof typeof SETTINGS]: (typeof SETTINGS)[N] extends Like ? N : never
}[keyof typeof SETTINGS]

function whole(env: Record<string, string | undefined>, name: Named<{ from: number }>): number {
  const { otherwise, from, to } = SETTINGS[name]
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < from || value > to)
    throw new ConfigError(`${name} must be a whole number from ${from} to ${to}, not "${text}"`)
  return value
}

function oneOf<N extends Named<{ one: readonly string[] }>>(
  env: Record<string, string | undefined>,
  name: N,
  otherwise: string = SETTINGS[name].otherwise,
): (typeof SETTINGS)[N]['one'][number] {
  const value = (env[name] || otherwise) as (typeof SETTINGS)[N]['one'][number]
  const allowed: readonly string[] = SETTINGS[name].one
  if (!allowed.includes(value))
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
  return value
}

function address(env: Record<string, string | undefined>, name: string, otherwise: string): string {
  const text = env[name] || otherwise
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new ConfigError(`${name} must be an http or https address, not "${text}"`)
  return text.replace(/\/+$/, '')
}

/**
 * The store for the files, when they are not to lie on this machine. All of it or nothing: half of
 * it would send them to the wrong place.
 */
function s3(env: Record<string, string | undefined>) {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env
  const region = env.S3_REGION || SETTINGS.S3_REGION.otherwise
  const endpoint = address(env, 'S3_ENDPOINT', `https://s3.${region}.amazonaws.com`)
  const pathStyle = oneOf(env, 'S3_PATH_STYLE') === '1'
  const presign = oneOf(env, 'S3_PRESIGN') === '1'
  if (bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle, presign }
  const given = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name])
  if (given.length)
    throw new ConfigError(
      `${given.join(', ')} cannot stand alone: files in S3 need S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together`,
    )
  return undefined
}

/**
 * Where mail is handed over, and whom it is from. The address may hold a password, so a refusal
 * does not repeat it.
 */
function smtp(env: Record<string, string | undefined>, publicUrl: string) {
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
      'SMTP_URL must be an address such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the first byte',
    )
  return { url: env.SMTP_URL, from }
}

function admin(env: Record<string, string | undefined>) {
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new ConfigError('ADMIN_PASSWORD needs ADMIN_EMAIL beside it')
  return env.ADMIN_EMAIL
    ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD || undefined }
    : undefined
}

/**
 * Normally made at random and kept in the database; a site may bring its own, but never a short
 * one.
 */
function signingKey(env: Record<string, string | undefined>) {
  if (env.SIGNING_KEY === undefined) return undefined
  if (Buffer.byteLength(env.SIGNING_KEY) < 32)
    throw new ConfigError('SIGNING_KEY must be at least 32 bytes long')
  return env.SIGNING_KEY
}

/** The address below which a proxy in front sends files of the data folder by itself. */
function xAccel(env: Record<string, string | undefined>) {
  if (!env.X_ACCEL) return undefined
  if (!/^\/([\w-]+\/)+$/.test(env.X_ACCEL))
    throw new ConfigError(`X_ACCEL must be a path such as /internal/, not "${env.X_ACCEL}"`)
  if (env.S3_BUCKET) throw new ConfigError('X_ACCEL needs files on disk, but S3_BUCKET is set')
  return env.X_ACCEL
}
