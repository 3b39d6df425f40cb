import { resolve } from 'node:path'

export type Config = ReturnType<typeof readConfig>

/** Every setting of the service, read once from the environment. A bad value stops the start with a sentence that names it. */
export function readConfig(env: Record<string, string | undefined>) {
  refuseUnbuilt(env)
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
    /** Two to four connections were faster than eight or sixteen on two cores. */
    poolSize: whole(env, 'DATABASE_POOL', 4, 1, 200),
    admin: admin(env),
    demo: oneOf(env, 'DEMO', ['0', '1'], env.ADMIN_EMAIL ? '0' : '1') === '1',
    role: oneOf(env, 'ROLE', ['all', 'api', 'worker'], 'all'),
    signingKey: signingKey(env),
    metricsToken: env.METRICS_TOKEN || undefined,
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((part) => part.trim()) : false,
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  }
}

export class ConfigError extends Error {}

/** Parts that are not built yet: better a refusal than files and mails that are not where they are believed to be. */
function refuseUnbuilt(env: Record<string, string | undefined>) {
  const unbuilt = { S3_ENDPOINT: 'keeps files on disk', S3_BUCKET: 'keeps files on disk', SMTP_URL: 'keeps mail in the outbox' }
  for (const [name, instead] of Object.entries(unbuilt)) if (env[name]) throw new ConfigError(`${name} is set, but this version ${instead}`)
}

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
