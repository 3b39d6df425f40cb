import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runInWorker } from '../test/run-in-worker.ts'
import { COMMANDS } from './commands/definitions/all.ts'
import { completionScript } from './commands/completion.ts'
import type { CommandDefinition } from './commands/definition.ts'
import { EXIT_CODES } from './output/exit-codes.ts'

const commandPaths = (commands: readonly CommandDefinition[], before: string[] = []): string[][] =>
  commands.flatMap(({ name, subcommands }) => [
    [...before, name],
    ...(subcommands ? commandPaths(subcommands, [...before, name]) : []),
  ])

test('every command has help with an example', async () => {
  for (const words of [[], ...commandPaths(COMMANDS)]) {
    const { code, out } = await runInWorker([...words, '--help'])
    assert.equal(code, 0, out)
    assert.ok(
      out.startsWith(`Usage: ${['reelay', ...words].join(' ')} `.replace(/ $/, '')) &&
        new RegExp(`\nExamples:\n {2}\\$ reelay ${words.join(' ')}`).test(out),
      out,
    )
    assert.deepEqual((await runInWorker(['help', ...words])).out, out)
  }
  const { out } = await runInWorker(['--help'])
  for (const { code, means } of Object.values(EXIT_CODES))
    assert.ok(out.includes(`  ${String(code).padEnd(4)} ${means}`))
})

test('every example is a valid command', async () => {
  const examples = (commands: readonly CommandDefinition[]): string[] =>
    commands.flatMap((command) => [...command.examples, ...examples(command.subcommands ?? [])])
  // Without credentials a valid command ends with `notSignedIn`. The others would run, so they are
  // left out.
  for (const example of examples(COMMANDS).filter(
    (line) => !/^(login|profile|completion|admin)\b/.test(line),
  )) {
    const words = [...example.replace(/ [<>|] .*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word!,
    )
    const { code, err } = await runInWorker(words, {
      HOME: '/nowhere',
      XDG_CONFIG_HOME: '/nowhere',
    })
    assert.equal(code, EXIT_CODES.notSignedIn.code, `${example}: ${err}`)
  }
})

test('former flags work, and help does not list them', async () => {
  const signedOut = { HOME: '/nowhere', XDG_CONFIG_HOME: '/nowhere' }
  const cases = [
    'upload a.mov --asset x --again',
    'order x --key=nightly',
    'watch --kind wsu',
    'webhook listen --forward localhost:3000 --kind=wsu',
    'trigger ping --forward localhost:3000',
    'translate fix x --code SPACES',
  ]
  for (const line of cases) {
    const { code, err } = await runInWorker(line.split(' '), signedOut)
    assert.equal(code, EXIT_CODES.notSignedIn.code, `${line}: ${err}`)
  }
  const withFormerFlags = (commands: readonly CommandDefinition[]): CommandDefinition[] =>
    commands.flatMap((command) =>
      command.subcommands ? withFormerFlags(command.subcommands) : [command],
    )
  for (const { name, flags = [], formerFlags = {} } of withFormerFlags(COMMANDS)) {
    const names = flags.map(([spelling]) => /--[\w-]+/.exec(spelling)![0])
    for (const former of Object.keys(formerFlags)) assert.ok(!names.includes(former), name)
  }
})

test('help loads neither the contract nor the client', () => {
  const spy = `import { writeSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { run } = await import(${JSON.stringify(new URL('program.ts', import.meta.url).href)})
    process.stdout.write = () => true
    const commands = ['--help', 'assets list --help', 'order --help', 'completion bash', 'assets dance']
    for (const command of commands) await run(command.split(' '))
    writeSync(1, JSON.stringify(loaded))`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', spy], {
    encoding: 'utf8',
  })
  const loaded = (JSON.parse(child.stdout) as string[])
    .filter((url) => url.startsWith('file:'))
    .map((url) => url.slice(new URL('../../', import.meta.url).href.length))
  assert.ok(loaded.includes('cli/src/commands/definitions/resources.ts'))
  assert.deepEqual(
    loaded.filter((path) => !/^(cli\/src|node_modules\/commander)\//.test(path)),
    [],
  )
})

test('bash completes commands, flags and their values', () => {
  const complete = (line: string) =>
    execFileSync(
      'bash',
      [
        '--norc',
        '-c',
        `${completionScript('bash', COMMANDS)}
    COMP_WORDS=(${line}) COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _reelay; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      { encoding: 'utf8' },
    )
      .split('\n')
      .filter(Boolean)
  assert.deepEqual(complete("reelay 'no'"), ['notifications'])
  assert.deepEqual(complete("reelay assets ''"), [
    'list',
    'show',
    'create',
    'edit',
    'delete',
    '--help',
  ])
  assert.deepEqual(complete("reelay asset 'e'"), ['edit'], 'also by its alias')
  assert.deepEqual(complete("reelay assets list '--o'"), ['--order', '--offset'])
  assert.deepEqual(complete("reelay projects list --status ''"), ['active', 'archived'])
  assert.deepEqual(complete("reelay move 6918a2f0c3d4e5f60718293a 'app'"), ['approved'])
  assert.deepEqual(complete("reelay translate export x --format 'v'"), ['vtt'])
})

test('zsh and fish scripts list every command and quote descriptions', () => {
  const [zsh, fish] = [completionScript('zsh', COMMANDS), completionScript('fish', COMMANDS)]
  for (const words of commandPaths(COMMANDS)) {
    const [before, last] = [
      words
        .slice(0, -1)
        .map((word) => ` ${word}`)
        .join(''),
      words.at(-1)!,
    ]
    assert.ok(
      new RegExp(`^    "${before}"\\) suggestions=\\(.*'${last}:`, 'm').test(zsh),
      words.join(' '),
    )
    assert.ok(fish.includes(`-n '__reelay_here "${before}"' -f -a '${last}' -d '`), words.join(' '))
  }
  // Without the quoted parts, no quote is left.
  for (const script of [zsh, fish])
    assert.deepEqual(
      script
        .split('\n')
        .filter(
          (line) =>
            !line.startsWith('#') &&
            /'/.test(line.replaceAll(String.raw`'\''`, '').replaceAll(/'[^']*'|"[^"]*"/g, '')),
        ),
      [],
    )
})

test('prints the version of the package', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  assert.deepEqual(await runInWorker(['--version']), { code: 0, out: `${version}\n`, err: '' })
})

test('an old Node gets one sentence instead of a syntax error', () => {
  const start = fileURLToPath(new URL('start.cjs', import.meta.url))
  const pretend = (version: string) =>
    spawnSync(
      process.execPath,
      [
        '-e',
        `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(start)})`,
        'node',
        '--version',
      ],
      { encoding: 'utf8' },
    )
  for (const version of ['12.22.0', '20.20.2', '22.17.1']) {
    const { status, stdout, stderr } = pretend(version)
    assert.deepEqual([status, stdout], [1, ''])
    assert.equal(
      stderr,
      `reelay: This program needs Node 22.18 or newer. This is Node ${version}. Install a newer one from https://nodejs.org\n`,
    )
  }
  for (const version of ['22.18.0', '24.0.0']) assert.equal(pretend(version).status, 0)
})

test('a closed pipe is not an error', () => {
  const program = fileURLToPath(new URL('reelay.ts', import.meta.url))
  const [code, output] = execFileSync(
    'bash',
    [
      '--norc',
      '-c',
      `"$0" "$1" completion bash 2>&1 > >(exec <&-) ; echo "$?"`,
      process.execPath,
      program,
    ],
    { encoding: 'utf8' },
  )
    .trim()
    .split('\n')
    .toReversed()
  assert.deepEqual([code, output], ['0', undefined])
})
