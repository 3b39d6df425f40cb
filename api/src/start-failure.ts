// Why the service cannot start: one sentence that says what to do, and the exit code.
import { ConfigError } from './config/config.ts'
import { EmbeddedError } from './kernel/db/embedded.ts'
import { MigrationError } from './kernel/db/migrate.ts'
import { BackupError } from './operations/backup/repository.ts'

export type StartFailure = { reason: string; exitCode: number }

/** docs/run/README.md lists them. 1 is an error that nobody expected, with a stack trace. */
export const EXIT_CODES = { configuration: 2, database: 3, files: 4, network: 5 }
type Cause = keyof typeof EXIT_CODES

type SystemError = Error & { code?: string; syscall?: string; path?: string; address?: string }
type Environment = Record<string, string | undefined>

/** By the code of the system or of PostgreSQL. */
const REASONS: Record<string, [Cause, (error: SystemError, env: Environment) => string]> = {
  EADDRINUSE: [
    'network',
    (_error, env) =>
      `Another program uses port ${env.PORT || 4000}. Stop it, or set PORT to another port`,
  ],
  EADDRNOTAVAIL: [
    'network',
    (_error, env) => `HOST=${env.HOST} is not an address of this machine. Correct it`,
  ],
  ECONNREFUSED: [
    'database',
    (_error, env) => `No PostgreSQL responds at ${hostOf(env)}. Start it, or correct DATABASE_URL`,
  ],
  ETIMEDOUT: [
    'database',
    (_error, env) =>
      `PostgreSQL at ${hostOf(env)} does not respond. Check the network, its firewall and DATABASE_URL`,
  ],
  EHOSTUNREACH: [
    'database',
    (_error, env) => `${hostOf(env)} cannot be reached. Check the network and DATABASE_URL`,
  ],
  ENOTFOUND: [
    'database',
    (_error, env) => `The host of DATABASE_URL, ${hostOf(env)}, is unknown. Correct it`,
  ],
  EAI_AGAIN: [
    'database',
    (_error, env) =>
      `The host of DATABASE_URL, ${hostOf(env)}, cannot be looked up. Check the name servers`,
  ],
  '25006': ['database', () => 'No host of DATABASE_URL accepts writes. Promote a standby'],
  '28P01': [
    'database',
    () => 'PostgreSQL rejects the user or the password of DATABASE_URL. Correct them',
  ],
  '28000': [
    'database',
    ({ message }) => `PostgreSQL rejects the connection (${message}). Check pg_hba.conf`,
  ],
  '3D000': [
    'database',
    ({ message }) => `${sentence(message)}. Create it with createdb, or correct DATABASE_URL`,
  ],
  '42501': [
    'database',
    ({ message }) =>
      `The account of DATABASE_URL lacks a right (${message}). See docs/run/postgresql.md`,
  ],
  '53300': [
    'database',
    () => 'PostgreSQL has no free connection. Raise max_connections, or stop other programs',
  ],
  '53100': ['files', () => 'The disk of PostgreSQL is full. Free some space'],
  EACCES: ['files', ({ path }, env) => notWritable(path, env)],
  EPERM: ['files', ({ path }, env) => notWritable(path, env)],
  ENOTDIR: ['files', ({ path }, env) => notWritable(path, env)],
  EEXIST: ['files', ({ path }, env) => notWritable(path, env)],
  EROFS: ['files', ({ path }, env) => notWritable(path, env)],
  ENOSPC: [
    'files',
    (_error, env) => `The disk of DATA_DIR (${dataDirOf(env)}) is full. Free some space`,
  ],
  EMFILE: ['files', () => 'The process may open too few files. Raise the limit: ulimit -n 65536'],
  ENFILE: ['files', () => 'The machine has too many open files. Raise fs.file-max'],
}

/** Undefined for an error that is a fault of the service. */
export function describeStartFailure(error: unknown, env: Environment): StartFailure | undefined {
  const failure = (cause: Cause, reason: string) => ({ reason, exitCode: EXIT_CODES[cause] })
  if (error instanceof ConfigError) return failure('configuration', error.message)
  if (error instanceof BackupError) return failure('files', error.message)
  if (error instanceof MigrationError) return failure('database', error.message)
  if (error instanceof EmbeddedError) return failure('database', error.message)
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall } = error as SystemError
  if (code === 'EACCES' && syscall === 'listen')
    return failure(
      'network',
      `Only root may listen on port ${env.PORT}. Set PORT to 1024 or higher, behind a proxy`,
    )
  if (code === 'ENOENT' && syscall === 'connect')
    return failure(
      'database',
      `No PostgreSQL responds at ${(error as SystemError).address}. Start it, or correct DATABASE_URL`,
    )
  const reason = REASONS[code]
  if (reason) return failure(reason[0], reason[1](error, env))
  return error.cause === undefined ? undefined : describeStartFailure(error.cause, env)
}

const dataDirOf = (env: Environment) => env.DATA_DIR || './data'

const notWritable = (path: string | undefined, env: Environment) =>
  `${path ?? dataDirOf(env)} is not a folder that the service can write to. Change its rights, or set DATA_DIR to another folder`

/** Without the user and the password. */
const hostOf = (env: Environment): string =>
  /^[^/]*\/\/(?:[^@/?#]*@)?([^/?#]+)/.exec(env.DATABASE_URL ?? '')?.[1] ?? 'its address'

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
