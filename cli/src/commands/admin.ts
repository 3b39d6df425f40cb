// Runs admin commands on the machine of the service. The database and the files belong to the
// service, so this starts the service's own admin program and prints its result.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CliError } from '../output/exit-codes.ts'
import { printDetails, printJson, printTable, type Detail } from '../output/print.ts'
import { inputName, type CommandDefinition, type CommandInput } from './definition.ts'

type CommandSyntax = Pick<CommandDefinition, 'name' | 'args' | 'flags'>

type Finding = { check: string; level: 'ok' | 'warning' | 'error'; message: string; action: string }
type AdminResult = { refused: string } | { done: Record<string, Detail[1]>; findings: Finding[] }

export async function admin(
  command: CommandSyntax,
  { installation, json, ...input }: CommandInput,
): Promise<void> {
  const folder = findInstallation(installation as string | undefined)
  const result = await runAdmin(folder, wordsOf(command, input))
  if ('refused' in result) throw new CliError('rejected', result.refused)
  const { done, findings } = result
  if (json) printJson({ ...done, findings })
  else print(done, findings)
  const errors = findings.filter(({ level }) => level === 'error').length
  if (errors)
    throw new CliError(
      'checkFailed',
      errors === 1 ? 'Found 1 problem.' : `Found ${errors} problems.`,
    )
}

/** From the sources, and from the bundle in a release that contains no sources. */
const ADMIN_PROGRAMS = ['api/src/admin.ts', 'api/dist/admin-program.js']
const OWN_FOLDERS = ['../../../', '../../'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

const findProgram = (folder: string) =>
  ADMIN_PROGRAMS.map((path) => join(folder, path)).find((path) => existsSync(path))

/** The folder of the service: the given one, or the one that contains this program. */
function findInstallation(given: string | undefined): string {
  const folder = (given ? [resolve(given)] : OWN_FOLDERS).find(findProgram)
  if (folder) return folder
  throw new CliError(
    'usage',
    given
      ? `There is no Reelay installation in ${resolve(given)}.`
      : 'Run this on the machine of the service and name its folder: --installation <folder>',
  )
}

/** The command line of the service's own program. */
function wordsOf({ name, args = [], flags = [] }: CommandSyntax, input: CommandInput): string[] {
  const given = args.flatMap(([spelling]) => {
    const value = input[inputName(spelling)] as string | undefined
    return value === undefined ? [] : [toFullPath(spelling, value)]
  })
  const options = flags.flatMap(([spelling]) => {
    const [flag] = spelling.split(' ')
    const value = input[inputName(spelling)] as string | boolean | undefined
    if (value === undefined || value === false) return []
    return value === true ? [flag!] : [`${flag}=${toFullPath(spelling, value)}`]
  })
  return [...name.split(' '), ...given, ...options]
}

/** Paths are relative to the current folder, but the admin program runs in its installation. */
const toFullPath = (spelling: string, value: string): string =>
  /[<[](file|folder)[>\]]/.test(spelling) ? resolve(value) : value

/**
 * Uses the Node and the folder of the service, because DATA_DIR is relative to it, and the current
 * environment.
 */
async function runAdmin(installation: string, args: string[]): Promise<AdminResult> {
  const ownNode = join(installation, 'node_modules/.bin/node')
  const child = spawn(
    existsSync(ownNode) ? ownNode : process.execPath,
    [findProgram(installation)!, ...args],
    {
      cwd: installation,
      stdio: ['ignore', 'pipe', 'inherit'],
      // The cache of the service. Without it the program compiles its modules at each start.
      env: {
        NODE_COMPILE_CACHE: join(installation, 'node_modules/.cache/compiled'),
        ...process.env,
      },
    },
  )
  const exited = new Promise<number>((done, fail) =>
    child.on('error', fail).on('close', (code) => done(code ?? 130)),
  )
  const [output, code] = await Promise.all([text(child.stdout), exited])
  if (code === 130)
    throw new CliError('interrupted', 'Interrupted. To continue, run the same command again.')
  if (code !== 0) throw new CliError('internalError', 'The command failed. See the error above.')
  return JSON.parse(output) as AdminResult
}

function print(done: Record<string, Detail[1]>, findings: Finding[]) {
  printDetails(
    Object.entries(done).map(([name, value]): Detail => [
      sentenceCase(name),
      typeof value === 'number' ? value.toLocaleString('en') : value,
    ]),
  )
  if (findings.length === 0) return
  if (Object.keys(done).length) console.log()
  printTable(
    ['', 'Check', 'Found'],
    findings.flatMap(({ level, check, message, action }) => [
      [LEVELS[level], check, message],
      ...(action ? [['', '', `→ ${action}`]] : []),
    ]),
  )
}

const sentenceCase = (name: string) =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

const LEVELS = { ok: 'ok', warning: 'warning', error: 'ERROR' }
