import { resolve } from 'node:path'
import { SETTINGS } from './settings.ts'

export type Config = ReturnType<typeof readConfig>
type Environment = Record<string, string | undefined>

/** Reads every setting once from the environment. Throws a ConfigError that names a bad value. */
export function readConfig(env: Environment) {
  const port = wholeNumber(env, 'PORT')
  const host = env.HOST || SETTINGS.HOST.default
  const publicUrl = url(env, 'PUBLIC_URL', `http://localhost:${port}`)
  return {
    port,
    host,
    publicUrl,
    appUrl: url(env, 'APP_URL', publicUrl),
    dataDir: resolve(env.DATA_DIR || SETTINGS.DATA_DIR.default),
    databaseUrl: env.DATABASE_URL || undefined,
    s3: s3(env),
    smtp: smtp(env, publicUrl),
    poolSize: wholeNumber(env, 'DATABASE_POOL'),
    admin: admin(env),
    demo: oneOf(env, 'DEMO', env.ADMIN_EMAIL ? '0' : SETTINGS.DEMO.default) === '1',
    role: oneOf(env, 'ROLE'),
    signingKey: signingKey(env),
    downloadBudget: wholeNumber(env, 'DOWNLOAD_BUDGET'),
    xAccel: xAccel(env),
    scrubDays: wholeNumber(env, 'SCRUB_DAYS'),
    webhookPrivate: oneOf(env, 'WEBHOOK_PRIVATE') === '1',
    metricsToken: env.METRICS_TOKEN || undefined,
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
  return text.replace(/\/+$/, '')
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
  const given = Object.keys(env).filter((name) => name.startsWith('S3_') && env[name])
  if (given.length)
    throw new ConfigError(
      `${given.join(', ')} need S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to be set together`,
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

/** The path below which a reverse proxy serves files of the data folder. */
function xAccel(env: Environment) {
  if (!env.X_ACCEL) return undefined
  if (!/^\/([\w-]+\/)+$/.test(env.X_ACCEL))
    throw new ConfigError(`X_ACCEL must be a path such as /internal/, not "${env.X_ACCEL}"`)
  if (env.S3_BUCKET) throw new ConfigError('X_ACCEL needs files on disk, but S3_BUCKET is set')
  return env.X_ACCEL
}
