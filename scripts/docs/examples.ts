// Runs the shell examples of a page in order, in one shell, as a reader of the page would.
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * `skip`: why it is not run. `prints`: the expected output, from a text block right after it; `…`
 * in it matches anything.
 */
export type Example = { line: number; code: string; skip?: string; prints?: string }

/** Includes code in HTML comments, which sets a page up. */
export function readExamples(page: string): Example[] {
  const examples: Example[] = []
  const fences = [...page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```[ \t]*$/gm)].map(
    ({ 0: whole, 1: info, 2: code, index }) => ({
      info: info!.trim(),
      code: code!,
      index,
      end: index + whole.length,
    }),
  )
  for (const [position, { info, code, index }] of fences.entries()) {
    const [, skip] = /^sh(?: skip: (.+))?$/.exec(info) ?? []
    if (!/^sh\b/.test(info)) continue
    if (info !== 'sh' && !skip)
      throw new Error(`\`\`\`${info}: write \`\`\`sh, or \`\`\`sh skip: <reason>`)
    const next = fences[position + 1]
    const prints =
      next?.info === 'text' && page.slice(fences[position]!.end, next.index).trim() === ''
        ? next.code
        : undefined
    examples.push({
      line: page.slice(0, index).split('\n').length,
      code,
      ...(skip && { skip }),
      ...(prints !== undefined && { prints }),
    })
  }
  return examples
}

export type ExampleEnvironment = {
  /** Texts of a page and what replaces them, such as the address of the service. */
  replacements: Record<string, string>
  /** Files in the working folder. */
  files: Record<string, Uint8Array | string>
  /** The bundled CLI, which starts in half the time of its source. */
  cli?: string
}

const PAGE_TIMEOUT_MS = 300_000
const ROOT = join(import.meta.dirname, '../..')

/** Returns the failures: the first example that exits with an error, and each wrong output. */
export async function runExamples(
  examples: readonly Example[],
  { replacements, files, cli }: ExampleEnvironment,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-example-'))
  const [home, work, output] = ['home', 'work', 'output'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const replaceAll = (text: string) =>
    Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text)
  try {
    for (const path of [home, work, output]) await mkdir(path)
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(work, name), bytes)
    await setUpHome(home, cli)
    const enabled = examples.filter(({ skip }) => skip === undefined)
    const script = enabled.map(
      ({ code }, index) => `exec >'${output}/${index}'\n${replaceAll(code)}`,
    )
    await writeFile(join(home, 'script'), ['set -eo pipefail', ...script].join('\n'))
    const result = await runShell(home, work)
    return findFailures(enabled, await readOutputs(output), result, replaceAll)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The outputs of the examples that were started, in order. */
async function readOutputs(folder: string): Promise<string[]> {
  const started = (await readdir(folder)).map(Number).toSorted((one, other) => one - other)
  return Promise.all(started.map((index) => readFile(join(folder, String(index)), 'utf8')))
}

type ShellResult = { code: number | string; errors: string }

function findFailures(
  examples: readonly Example[],
  outputs: string[],
  { code, errors }: ShellResult,
  replaceAll: (text: string) => string,
): string[] {
  const last = outputs.length - 1
  const hasFailed = code !== 0
  const wrongOutputs = outputs.slice(0, hasFailed ? last : undefined).flatMap((output, index) => {
    const { line, prints } = examples[index]!
    return prints === undefined || matches(output, replaceAll(prints))
      ? []
      : [`line ${line}: printed\n${output}instead of\n${prints}`]
  })
  return hasFailed
    ? [
        `line ${examples[last]!.line}: exited with ${code}\n${outputs[last]}${errors}`,
        ...wrongOutputs,
      ]
    : wrongOutputs
}

/** Installs `reelay`, and makes curl fail on error responses. */
async function setUpHome(home: string, cli = join(ROOT, 'cli/src/reelay.ts')) {
  const command = join(home, 'bin/reelay')
  await mkdir(join(home, 'bin'))
  await writeFile(
    command,
    [
      '#!/bin/sh',
      `[ "$1" = admin ] && set -- "$@" --installation '${ROOT}'`,
      `exec '${process.execPath}' '${cli}' "$@"`,
      '',
    ].join('\n'),
  )
  await chmod(command, 0o755)
  await writeFile(join(home, '.curlrc'), 'fail-with-body\n')
}

function runShell(home: string, work: string): Promise<ShellResult> {
  const { NODE_COMPILE_CACHE } = process.env
  const env = {
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    PATH: [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
    HOME: home,
    XDG_CONFIG_HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
  const child = spawn('bash', [join(home, 'script')], {
    cwd: work,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  // Kills the whole process group.
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), PAGE_TIMEOUT_MS)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code: code ?? signal!, errors })
    })
  })
}

function matches(output: string, expected: string): boolean {
  const pattern = expected
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(output.trim())
}
