// Runs escapes in the sandbox, as root and as an ordinary user. The same attempts succeed without
// the sandbox, so that none of them fails for another reason.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { EXECUTED } from './escapes.fixture.ts'
import type { EscapeReport } from './escape-runner.fixture.ts'
import { landlockAbi as findLandlockAbi } from './landlock.ts'

const ORDINARY_USER = 1000
const PERMITTED = ['reads its input', 'writes its output']
const pathOf = (name: string) => join(import.meta.dirname, name)
const isRoot = process.getuid?.() === 0

const landlockAbi = process.platform === 'linux' ? findLandlockAbi() : 0
const skip = landlockAbi === 0 && 'this kernel has no Landlock'
const skipUnlessRoot = skip || (!isRoot && 'needs root')
const skipIfPrivate =
  skip || (isRoot && !canRead(ORDINARY_USER) && 'others cannot read this folder')

function canRead(uid: number): boolean {
  return spawnSync(process.execPath, [pathOf('native.ts')], { uid, gid: uid }).status === 0
}

test('holds a hijacked codec if the service runs as root', { skip: skipUnlessRoot }, async () => {
  assertHeld(await runEscapes([]))
})

test(
  'holds a hijacked codec if the service runs as an ordinary user',
  { skip: skipIfPrivate },
  async () => assertHeld(await runEscapes([], ORDINARY_USER)),
)

test(
  'isolates codecs by another user if root has no Landlock',
  { skip: skipUnlessRoot || skipIfPrivate },
  async () => {
    const { layers, isolated, sandboxed } = await runEscapes([
      '--import',
      pathOf('old-kernel.fixture.ts'),
    ])
    assert.match(layers, /own user.*seccomp/)
    assert.doesNotMatch(layers, /Landlock/)
    assert.ok(isolated)
    assert.deepEqual(succeededIn(sandboxed), [
      ...PERMITTED,
      'reads /etc/passwd',
      'reads /etc/passwd in another thread',
    ])
  },
)

test(
  'does not call an ordinary user without Landlock isolated',
  { skip: skipIfPrivate },
  async () => {
    const report = await runEscapes(['--import', pathOf('old-kernel.fixture.ts')], ORDINARY_USER)
    assert.equal(report.layers, 'limits, no new privileges, seccomp')
    assert.equal(report.isolated, false)
    assert.equal(report.sandboxed.results['reads another upload'], 'done')
  },
)

for (const abi of [1, 2, 3, 4, 5, 6, 7])
  test(
    `confines files with version ${abi} of Landlock`,
    { skip: landlockAbi < abi && `this kernel has version ${landlockAbi}` },
    async (t) => {
      const [inside, outside] = await twoFolders(t)
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          pathOf('landlock.fixture.ts'),
          String(abi),
          outside,
        ],
        { cwd: inside },
      )
      assert.deepEqual(JSON.parse(stdout), [
        'writes a file',
        'renames it',
        'writes over it',
        'reads it',
        'makes a folder',
        'makes a link',
      ])
    },
  )

function assertHeld({ isolated, sandboxed, unprotected }: EscapeReport): void {
  assert.ok(isolated)
  assert.deepEqual(succeededIn(sandboxed), PERMITTED)
  assert.notEqual(sandboxed.exitCode, EXECUTED)
  assert.deepEqual(succeededIn(unprotected), Object.keys(unprotected.results))
  assert.equal(unprotected.exitCode, EXECUTED)
}

const succeededIn = ({ results }: EscapeReport['sandboxed']): string[] =>
  Object.keys(results).filter((name) => results[name] === 'done')

async function runEscapes(options: string[], user?: number): Promise<EscapeReport> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...options, pathOf('escape-runner.fixture.ts')],
    isRoot && user !== undefined ? { uid: user, gid: user } : {},
  )
  return JSON.parse(stdout) as EscapeReport
}

async function twoFolders(t: TestContext): Promise<[string, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-landlock-'))
  t.after(() => rm(folder, { recursive: true }))
  const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')]
  await mkdir(inside)
  await mkdir(outside)
  await writeFile(join(outside, 'film'), 'unreleased')
  return [inside, outside]
}
