// The shell examples of a page, run in order in one shell, as somebody who follows the page would.
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * `skip` is the reason why it is not run, `prints` what a text block after it says it prints; `…`
 * in it stands for anything.
 */
export type Example = { line: number; code: string; skip?: string; prints?: string }

/** Code in an HTML comment counts too: that is how a page sets itself up. */
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
  for (const [at, { info, code, index }] of fences.entries()) {
    const [, skip] = /^sh(?: skip: (.+))?$/.exec(info) ?? []
    if (!/^sh\b/.test(info)) continue
    if (info !== 'sh' && !skip)
      throw new Error(`\`\`\`${info}: write \`\`\`sh, or \`\`\`sh skip: and why`)
    const next = fences[at + 1]
    const prints =
      next?.info === 'text' && page.slice(fences[at]!.end, next.index).trim() === ''
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

export type Place = {
  /** What stands in a page for a service of the reader's own, and what it is here. */
  instead: Record<string, string>
  /** What lies in the folder at first. */
  files: Record<string, Uint8Array | string>
}

const SECONDS_A_PAGE = 300
const ROOT = join(import.meta.dirname, '../..')

/**
 * What went wrong, if anything did: the first example that ended badly, and each that printed
 * something else.
 */
export async function runExamples(
  examples: readonly Example[],
  { instead, files }: Place,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-example-'))
  const [home, work, said] = ['home', 'work', 'said'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  try {
    for (const path of [home, work, said]) await mkdir(path)
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(work, name), bytes)
    await furnish(home)
    const run = examples.filter(({ skip }) => skip === undefined)
    const asHere = (text: string) =>
      Object.entries(instead).reduce((here, [there, mine]) => here.replaceAll(there, mine), text)
    await writeFile(
      join(home, 'script'),
      [
        'set -eo pipefail',
        ...run.map(({ code }, at) => `exec >'${said}/${at}'\n${asHere(code)}`),
      ].join('\n'),
    )
    const { code, errors } = await shell(home, work)
    const begun = await Promise.all(
      (await readdir(said))
        .map(Number)
        .toSorted((one, other) => one - other)
        .map((at) => readFile(join(said, String(at)), 'utf8')),
    )
    const last = begun.length - 1
    return [
      ...(code === 0
        ? []
        : [`line ${run[last]!.line}: ended with ${code}\n${begun[last]}${errors}`]),
      ...begun
        .slice(0, code === 0 ? undefined : last)
        .flatMap((output, at) =>
          run[at]!.prints === undefined || matches(output, asHere(run[at]!.prints))
            ? []
            : [`line ${run[at]!.line}: printed\n${output}instead of\n${run[at]!.prints}`],
        ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `reelay` as if it were installed, and a curl that does not take a refusal for an answer. */
async function furnish(home: string) {
  await mkdir(join(home, 'bin'))
  await writeFile(
    join(home, 'bin/reelay'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'cli/src/reelay.ts')}' "$@"\n`,
  )
  await chmod(join(home, 'bin/reelay'), 0o755)
  await writeFile(join(home, '.curlrc'), 'fail-with-body\n')
}

function shell(home: string, work: string): Promise<{ code: number | string; errors: string }> {
  // Our own code is compiled once for all pages.
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
  // With all that it started.
  const tooLong = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), SECONDS_A_PAGE * 1000)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(tooLong)
      resolve({ code: code ?? signal!, errors })
    })
  })
}

function matches(output: string, prints: string): boolean {
  const form = prints
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${form}$`).test(output.trim())
}
