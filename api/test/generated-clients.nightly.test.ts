// Programs written by others lint the OpenAPI document and generate clients from it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { systemRoutes } from '../src/kernel/http/system-routes.ts'
import { OWN_SERVICE, loadFixtures } from './fixtures.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
/** Has the generators and the TypeScript that they need. */
const TOOLS = join(ROOT, 'scripts/openapi')
const ENV = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NODE_OPTIONS: '',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

/** The document of a running service, in a folder in which the generators can be found. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  await systemRoutes(fixtures.app, { draining: false })
  const url = await fixtures.app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const folder = await mkdtemp(join(TOOLS, 'node_modules/test-'))
  t.after(() => rm(folder, { recursive: true }))
  const document = await fetch(`${url}/openapi.json`)
  await writeFile(join(folder, 'openapi.json'), await document.text())
  const node = (script: string, ...parameters: string[]) =>
    run(process.execPath, [script, ...parameters], { cwd: folder, env: ENV })
  return { ...fixtures, url, folder, node }
}

test('has no errors for redocly lint', async (t) => {
  const { node } = await setup(t)
  const { stdout } = await node(
    join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'),
    'lint',
    'openapi.json',
    '--format=json',
    '--max-problems=1000',
  )
  const { totals } = JSON.parse(stdout) as { totals: { errors: number } }
  assert.equal(totals.errors, 0, stdout.slice(0, 2_000))
})

test('gives clients of two generators that compile and work', { timeout: 300_000 }, async (t) => {
  const { node, folder, url, a } = await setup(t)
  await node(
    join(TOOLS, 'node_modules/openapi-typescript/bin/cli.js'),
    'openapi.json',
    '--output',
    'schema.ts',
  )
  await node(
    join(TOOLS, 'node_modules/@hey-api/openapi-ts/bin/run.js'),
    '--input',
    'openapi.json',
    '--output',
    'hey',
    '--no-log-file',
  )
  await copyFile(
    join(import.meta.dirname, 'generated-clients/program.ts.txt'),
    join(folder, 'program.ts'),
  )
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await node(join(TOOLS, 'node_modules/typescript/bin/tsc'), '--project', '.')

  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: join(folder, 'program.ts'), logLevel: 'silent' })
  await bundle.write({ file: join(folder, 'program.mjs') })
  await bundle.close()
  const { email, token } = a.people.territory
  const { stdout } = await run(process.execPath, [join(folder, 'program.mjs')], {
    env: {
      ...ENV,
      BASE_URL: `${url}/api`,
      AUTHORIZATION: `Basic ${btoa(`${email}:token-${token}`)}`,
      ASSET: a.asset._id,
    },
  })
  assert.deepEqual(JSON.parse(stdout), {
    same: true,
    name: a.asset.name,
    problem: [400, 'query.unknown-value'],
    created: 'incomplete',
    listed: true,
  })
})

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  },
  files: ['program.ts'],
}
