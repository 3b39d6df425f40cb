// What is done to an installation on its own machine. The database and the bytes belong to the
// service, so a program of the service does it; this one starts it and shows what it says.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Stop } from '../output/exit-codes.ts'
import { printFacts, printJson, printTable, type Fact } from '../output/print.ts'

export type AdminOptions = { folder?: string; installation?: string; json?: boolean } & Record<
  string,
  string | boolean | undefined
>
type Finding = { check: string; level: 'fine' | 'warning' | 'fault'; says: string; todo: string }
type Answer = { refused: string } | { done: Record<string, Fact[1]>; findings: Finding[] }

export async function admin(
  command: string,
  { folder, installation, json, ...flags }: AdminOptions,
): Promise<void> {
  const answer = await ask(homeOf(installation), [
    command,
    ...(folder ? [folder] : []),
    ...Object.entries(flags).flatMap(wordsOf),
  ])
  if ('refused' in answer) throw new Stop('refused', answer.refused)
  const { done, findings } = answer
  if (json) printJson({ ...done, findings })
  else show(done, findings)
  const faults = findings.filter(({ level }) => level === 'fault').length
  if (faults)
    throw new Stop(
      'faulty',
      faults === 1
        ? 'One thing is not as it should be.'
        : `${faults} things are not as they should be.`,
    )
}

/** The folder of the service: the one this program came with, unless another is named. */
function homeOf(named: string | undefined): string {
  const home = named ? resolve(named) : fileURLToPath(new URL('../../../', import.meta.url))
  if (existsSync(join(home, 'api/src/admin.ts'))) return home
  throw new Stop(
    'misused',
    named
      ? `There is no Reelay in ${home}.`
      : 'Run this on the machine of the service, and say where it is installed: --installation <folder>',
  )
}

const wordsOf = ([name, value]: [string, string | boolean | undefined]): string[] => {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return value === undefined || value === false
    ? []
    : value === true
      ? [flag]
      : [`${flag}=${value}`]
}

/**
 * On the Node that the service runs on, in the folder and with the environment of who asks:
 * DATA_DIR may be relative.
 */
async function ask(home: string, words: string[]): Promise<Answer> {
  const own = join(home, 'node_modules/.bin/node')
  const child = spawn(
    existsSync(own) ? own : process.execPath,
    [join(home, 'api/src/admin.ts'), ...words],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number>((done, fail) =>
    child.on('error', fail).on('close', (code) => done(code ?? 130)),
  )
  const [said, code] = await Promise.all([text(child.stdout), ended])
  if (code === 130)
    throw new Stop('cancelled', 'It was broken off. To run it again goes on with what was done.')
  if (code !== 0) throw new Stop('broken', 'It ended before it was done; why stands above.')
  return JSON.parse(said) as Answer
}

function show(done: Record<string, Fact[1]>, findings: Finding[]) {
  printFacts(
    Object.entries(done).map(([name, value]): Fact => [
      name
        .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replace(/^./, (letter) => letter.toUpperCase()),
      typeof value === 'number' ? value.toLocaleString('en') : value,
    ]),
  )
  if (findings.length === 0) return
  if (Object.keys(done).length) console.log()
  printTable(
    ['', 'Check', 'Found'],
    findings.flatMap(({ level, check, says, todo }) => [
      [SIGNS[level], check, says],
      ...(todo ? [['', '', `→ ${todo}`]] : []),
    ]),
  )
}

const SIGNS = { fine: 'ok', warning: 'warning', fault: 'FAULT' }
