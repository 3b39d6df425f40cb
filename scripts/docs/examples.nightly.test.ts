// Runs every shell example of the documentation against a real service with the demo studio.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { film } from '../../api/test/clips.ts'
import { newDatabase, onCluster } from '../../api/test/cluster.ts'
import { ADMIN, startService } from '../../api/test/service.ts'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { readExamples, runExamples, type ExampleEnvironment } from './examples.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT }).toSorted()]
const DIALOGUE =
  '1\n00:00:01,000 --> 00:00:02,500\nWho taught you to fly?\n\n2\n00:00:03,000 --> 00:00:04,800\nNobody. I fell.\n'
const TOOLS = ['bash', 'curl'].filter((tool) => spawnSync(tool, ['--version']).status !== 0)

const EMPTY: ExampleEnvironment = { replacements: {}, files: {} }
const runPage = (page: string, environment = EMPTY) => runExamples(readExamples(page), environment)

test('reports a failing example with its line', { skip: TOOLS.length > 0 }, async () => {
  assert.deepEqual(
    await runPage(
      '```sh\nA=1\n```\nand\n```sh\ntest $A = 1 && test -e there\necho $A b > c\ncat c; echo end\n```\n\n```text\n1…\n…d\n```\n',
      { replacements: {}, files: { there: '' } },
    ),
    [],
  )
  assert.match(
    (await runPage('\n```sh\necho so far\nfalse | cat\necho not here\n```\n')).join(),
    /^line 2: exited with 1\nso far\n$/,
  )
  assert.match(
    (await runPage('```sh\necho 12\n```\n```text\n1\n```\n')).join(),
    /^line 1: printed\n12\ninstead of\n1\n$/,
  )
  assert.match(
    (
      await runPage('```sh\ncurl -s http://service.example/\n```\n', {
        replacements: { 'http://service.example': 'http://127.0.0.1:1' },
        files: {},
      })
    ).join(),
    /^line 1: exited with 7\n/,
  )
})

test('an example that is not run has a reason, and no example uses another language name', () => {
  assert.deepEqual(
    readExamples(
      '<!--\n```sh\nhidden\n```\n-->\n```sh skip: needs a domain\nx\n```\n```js\ny\n```\n',
    ).map(({ code, skip }) => [code.trim(), skip]),
    [
      ['hidden', undefined],
      ['x', 'needs a domain'],
    ],
  )
  assert.throws(() => readExamples('```sh skip\nx\n```\n'), /skip: <reason>/)
  const others = PAGES.flatMap((page) =>
    [
      ...readFileSync(join(ROOT, page), 'utf8').matchAll(
        /^```(bash|shell|console|zsh|shell-session)\b/gm,
      ),
    ].map(([fence]) => `${page}: ${fence}`),
  )
  assert.deepEqual(others, [])
})

test(
  'every shell example of the documentation works',
  { skip: TOOLS.length > 0 && `without ${TOOLS.join(' and ')}`, timeout: 600_000 },
  async (t) => {
    const pages = PAGES.map((page) => ({
      page,
      examples: readExamples(readFileSync(join(ROOT, page), 'utf8')),
    })).filter(({ examples }) => examples.length > 0)
    const environment: ExampleEnvironment = {
      replacements: await startDemo(t),
      cli: process.env.TEST_CLI!,
      files: {
        'trailer.mp4': await film({ name: 'trailer.mp4', width: 320, height: 180 }),
        'dialogue.srt': DIALOGUE,
      },
    }
    for (const { page, examples } of pages) {
      await t.test(
        `${page}, ${examples.filter(({ skip }) => !skip).length} of ${examples.length}`,
        async (own) => {
          for (const [reason, skipped] of Map.groupBy(
            examples.filter(({ skip }) => skip),
            ({ skip }) => skip,
          ))
            own.diagnostic(`${skipped.length} not run, from line ${skipped[0]!.line}: ${reason}`)
          assert.deepEqual(await runExamples(examples, environment), [])
        },
      )
    }
  },
)

/**
 * Without the demo's clips and previews, and without reading its files: this takes minutes, and no
 * example needs it.
 */
async function startDemo(t: TestContext): Promise<ExampleEnvironment['replacements']> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-examples-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const [data, database] = [join(folder, 'data'), await newDatabase()]
  const start = (role: string) =>
    startService(
      { DATA_DIR: data, DATABASE_URL: database, PUBLIC_URL: address, DEMO: '1', ROLE: role },
      port,
    )
  const loading = await start('api')
  loading.signal('SIGTERM')
  await loading.ended
  await onCluster(
    database,
    "delete from job where kind in ('process-media', 'transcode', 'encode')",
  )
  await onCluster(
    database,
    "create rule skip_transcodes as on insert to job where new.kind = 'transcode' do instead nothing",
  )
  const service = await start('all')
  t.after(async () => {
    service.signal('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  })
  return {
    'http://localhost:4000': address,
    "'printed at the first start'": `'${ADMIN.password}'`,
    "DATA_DIR='that of the service' DATABASE_URL='that of the service'": `DATA_DIR='${data}' DATABASE_URL='${database}'`,
    '/backups/reelay': join(folder, 'backups'),
    '/tmp/drill': join(folder, 'drill'),
    '8787': String(await freePort()),
  }
}
