import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runInWorker } from '../test/program.ts'
import { COMMANDS } from './commands/definitions/all.ts'
import { completionScript } from './commands/completion.ts'
import type { CommandDefinition } from './commands/definition.ts'
import { EXIT_CODES } from './output/exit-codes.ts'

const leaves = (commands: readonly CommandDefinition[], before: string[] = []): string[][] =>
  commands.flatMap(({ name, subcommands: under }) => [
    [...before, name],
    ...(under ? leaves(under, [...before, name]) : []),
  ])

test('every command explains itself with an example of its own', async () => {
  for (const words of [[], ...leaves(COMMANDS)]) {
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

test('every example is understood', async () => {
  const examples = (commands: readonly CommandDefinition[]): string[] =>
    commands.flatMap((declared) => [...declared.examples, ...examples(declared.subcommands ?? [])])
  // Nobody is signed in, so whatever is understood ends there; what needs no sign-in would be done.
  for (const example of examples(COMMANDS).filter(
    (line) => !/^(login|completion|admin)\b/.test(line),
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

test('help loads neither the contract nor the client', () => {
  const spy = `import { writeSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
    const { run } = await import(${JSON.stringify(new URL('program.ts', import.meta.url).href)})
    process.stdout.write = () => true
    for (const words of [['--help'], ['assets', 'list', '--help'], ['order', '--help'], ['completion', 'bash'], ['assets', 'dance']]) await run(words)
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

test('bash completes commands, their flags, and the values of flags', () => {
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
  assert.deepEqual(complete("reelay assets ''"), ['list', 'show', 'create', 'edit', '--help'])
  assert.deepEqual(complete("reelay asset 'e'"), ['edit'], 'also under its other name')
  assert.deepEqual(complete("reelay assets list '--o'"), ['--order', '--offset'])
  assert.deepEqual(complete("reelay projects list --status ''"), ['active', 'archived'])
  assert.deepEqual(complete("reelay move 6918a2f0c3d4e5f60718293a 'app'"), ['approved'])
  assert.deepEqual(complete("reelay translate export x --format 'v'"), ['vtt'])
})

test('the scripts for zsh and fish know every command, and quote what stands in its words', () => {
  const [zsh, fish] = [completionScript('zsh', COMMANDS), completionScript('fish', COMMANDS)]
  for (const words of leaves(COMMANDS)) {
    const [before, last] = [
      words
        .slice(0, -1)
        .map((word) => ` ${word}`)
        .join(''),
      words.at(-1)!,
    ]
    assert.ok(
      new RegExp(`^    "${before}"\\) offers=\\(.*'${last}:`, 'm').test(zsh),
      words.join(' '),
    )
    assert.ok(fish.includes(`-n '__reelay_here "${before}"' -f -a '${last}' -d '`), words.join(' '))
  }
  // After what is quoted is taken away, no quote is left open.
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

test('whoever has read enough is no fault', () => {
  const program = fileURLToPath(new URL('reelay.ts', import.meta.url))
  const [code, said] = execFileSync(
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
  assert.deepEqual([code, said], ['0', undefined])
})
