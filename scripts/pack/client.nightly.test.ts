// Packs the client, installs it into an empty folder, and runs it with plain Node against a real
// service that is killed in between. Node is the one that runs npm, which may be as old as 20.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FIXTURES_TEMPLATE, databaseOn, onCluster } from '../../api/test/cluster.ts'
import { TEST_ENCRYPTION_KEY, type TestIdentity } from '../../api/test/test-app.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import { CARRIED } from './contract.ts'

const HERE = import.meta.dirname
const NODE = process.env.npm_node_execpath ?? process.execPath
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ENV = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  NODE_OPTIONS: '',
  NODE_PATH: '',
}
const CARRIED_FILES = Object.keys(CARRIED).map((name) => `${name}.d.ts`)
const ORDER = JSON.stringify({
  due: { date: Math.floor(Date.now() / 1000) + 30 * 86_400, tz: 'Europe/Berlin' },
  dng: { dialogue: ['Subtitled'], graphics: ['OV'], narration: ['OV'] },
  uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
})
const home = mkdtempSync(join(tmpdir(), 'reelay-pack-'))
const empty = join(home, 'empty')

before(() => {
  execFileSync(process.execPath, [join(HERE, 'client.ts'), '--out', home], {
    env: ENV,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cpSync(join(HERE, 'test'), empty, { recursive: true })
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }')
  const tarball = readdirSync(home).find((name) => name.endsWith('.tgz'))
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', join(home, tarball!)],
    { cwd: empty, env: ENV, stdio: ['ignore', 'ignore', 'inherit'] },
  )
})
after(() => rmSync(home, { recursive: true, force: true }))

test('has no dependencies, and every entry point loads', () => {
  assert.deepEqual(
    readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@reelay'],
  )
  const text =
    'for (const entry of ["", "/api", "/contract", "/node"]) console.log(Object.keys(await import("@reelay/client" + entry)).length > 0)'
  assert.equal(
    execFileSync(NODE, ['--input-type=module', '-e', text], {
      cwd: empty,
      env: ENV,
      encoding: 'utf8',
    }),
    'true\n'.repeat(4),
  )
})

test(
  'lists, uploads, orders and listens while the service is killed and restarted',
  { timeout: 120_000 },
  async (t) => {
    const { a } = JSON.parse(process.env.TEST_FIXTURES!) as {
      a: { asset: { _id: string }; people: Record<'vendor' | 'territory', TestIdentity> }
    }
    const database = `test_${randomUUID().replaceAll('-', '')}`
    await onCluster(
      process.env.TEST_CLUSTER!,
      `create database ${database} template ${FIXTURES_TEMPLATE}`,
    )
    const env = {
      DATABASE_URL: databaseOn(process.env.TEST_CLUSTER!, database),
      DATA_DIR: join(home, 'data'),
      ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    }
    let service: TestService = await startService(env)
    const bytes = randomBytes(6_500_000)
    writeFileSync(join(home, 'master.bin'), bytes)
    const stop = async (signal: NodeJS.Signals) => {
      service.signal(signal)
      await service.ended
    }
    const restart = async () => {
      service = await startService(env, service.port)
    }
    t.after(async () => {
      await stop('SIGKILL')
      await onCluster(process.env.TEST_CLUSTER!, `drop database ${database} with (force)`)
    })

    const TASK = JSON.stringify({
      baseUrl: `${service.address}/api`,
      ...a.people,
      asset: a.asset._id,
      path: join(home, 'master.bin'),
    })
    const program = spawn(NODE, ['program.mjs'], {
      cwd: empty,
      env: { ...ENV, TASK, ORDER },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    t.after(() => program.kill())
    const steps: Record<string, Record<string, unknown>> = {}
    for await (const line of createInterface({ input: program.stdout })) {
      const { step, ...details } = JSON.parse(line) as { step: string }
      steps[step] = details
      if (step === 'halfway') {
        await stop('SIGKILL')
        await restart()
      }
      if (step === 'uploaded') {
        await stop('SIGTERM')
        program.stdin.end('continue\n')
        await restart()
      }
    }
    assert.deepEqual(steps.listed, { names: ['Project a'] })
    assert.deepEqual(steps.uploaded, { sha256: hash('sha256', bytes) })
    assert.equal(steps.ordered?.event, 'wsu')
    assert.deepEqual(steps.rejected, { known: true })
  },
)

test('a typed program and the examples of the README compile', () => {
  const readme = [
    ...readFileSync(join(ROOT, 'client/README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm),
  ]
    .map(([, text]) => text)
    .join('\n')
  writeFileSync(
    join(empty, 'readme.ts'),
    `declare const process: { env: Record<string, string> }\n${readme}`,
  )
  compile(empty, {
    files: ['typed.ts', 'readme.ts'],
    compilerOptions: { lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'] },
  })
})

test('its types equal those of the contract', async () => {
  const endpoints = endpointsIn(
    (await import(join(empty, 'node_modules/@reelay/client/dist/contract.js'))) as object,
  )
  assert.ok(endpoints.length > 163, String(endpoints.length))
  const parts = endpoints.flatMap(({ at, bytes }) =>
    ['ParamsOf', 'QueryOf', 'BodyOf', 'ReplyOf']
      .filter((part) => part !== 'ReplyOf' || (bytes !== 'out' && bytes !== 'both'))
      .map(
        (part) =>
          `true satisfies Equal<real.${part}<typeof real.${at}>, packed.${part}<typeof packed.${at}>>`,
      ),
  )
  const folder = join(empty, 'node_modules/@reelay/client/dist/contract')
  const types = readdirSync(folder)
    .filter((name) => name.endsWith('.d.ts') && !CARRIED_FILES.includes(name))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^export type (\w+) /gm)].map(
        ([, type]) => `${name.replace('.d.ts', '')}.${type}`,
      ),
    )
    .map((type) => `true satisfies Equal<real.${type}, packed.${type}>`)
  writeFileSync(
    join(empty, 'equal.ts'),
    `
import type * as packed from '@reelay/client/contract'
import type * as real from '@reelay/api/contract'
type Whole<T> = T extends object ? { [K in keyof T]-?: Whole<T[K]> } : T
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
/** Also compares optional fields: {} would otherwise equal { a?: string }. */
type Equal<A, B> = [Same<A, B>, Same<Whole<A>, Whole<B>>] extends [true, true] ? true : [A, B]
${parts.join('\n')}
${types.join('\n')}
`,
  )
  compile(empty, {
    files: ['equal.ts'],
    compilerOptions: {
      lib: ['esnext', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      paths: { '@reelay/api/contract': [join(ROOT, 'api/src/contract.ts')] },
    },
  })
})

/** All endpoints with their paths, also those in groups. */
function endpointsIn(values: object, path = ''): { at: string; bytes?: string }[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return 'method' in value
      ? [{ ...value, at: `${path}${name}` }]
      : endpointsIn(value, `${path}${name}.`)
  })
}

function compile(
  at: string,
  { files, compilerOptions }: { files: string[]; compilerOptions: object },
) {
  const options = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: [],
    ...compilerOptions,
  }
  writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ files, compilerOptions: options }))
  try {
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', at], {
      encoding: 'utf8',
    })
  } catch (error) {
    assert.fail(`${files.join(', ')}:\n${(error as { stdout: string }).stdout.slice(0, 3000)}`)
  }
}
