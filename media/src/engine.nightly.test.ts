import assert from 'node:assert/strict'
import { readFile, readdir, stat } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createMediaEngine } from './engine.ts'
import { film, folderFor, run } from './test-media.fixture.ts'

const long = (t: TestContext) =>
  film(t, {
    name: 'a.mp4',
    format: 'mp4',
    picture: 'testsrc2=s=320x180:r=25:d=40',
    picks: { gop: 50 },
  })
const LADDER = { do: 'ladder', heights: [360] } as const

test('stops an aborted task at once and kills its process', async (t) => {
  const input = await long(t)
  const calling = new AbortController()
  const running = createMediaEngine({ allowUnsandboxed: true }).run(LADDER, {
    input,
    folder: await folderFor(t),
    signal: calling.signal,
    onProgress: () => calling.abort(new Error('the film was withdrawn')),
  })
  await assert.rejects(running, { name: 'Error', message: 'the film was withdrawn' })
  await assert.doesNotReject(until(async () => (await childrenOfMine()).length === 0))
  await assert.rejects(
    createMediaEngine({ allowUnsandboxed: true }).run(LADDER, {
      input,
      folder: await folderFor(t),
      signal: calling.signal,
    }),
    { message: 'the film was withdrawn' },
  )
})

test('kills a process that exceeds its limits, without blaming the file', async (t) => {
  const input = await long(t)
  const greedy = createMediaEngine({
    allowUnsandboxed: true,
    limits: { memory: 40 * 1024 ** 2 },
  }).run(LADDER, {
    input,
    folder: await folderFor(t),
  })
  await assert.rejects(
    greedy,
    (error: Error) => error.name === 'Error' && /more than 40 MiB of memory/.test(error.message),
  )
  const stuck = createMediaEngine({ allowUnsandboxed: true, limits: { stall: 0.01 } }).run(LADDER, {
    input,
    folder: await folderFor(t),
  })
  await assert.rejects(
    stuck,
    (error: Error) => error.name === 'Error' && /no progress/.test(error.message),
  )
})

test('reports progress for a film of unknown length, so that it is not killed', async (t) => {
  const input = await film(t, {
    name: 'a.mkv',
    format: 'matroska',
    picture: 'testsrc2=s=640x360:r=25:d=20',
    options: { live: 1 },
  })
  assert.equal((await run(t, { do: 'probe' }, input)).done.duration, null)
  assert.ok((await run(t, { do: 'picture' }, input)).progress.length > 0)
})

test('does not blame the file if the input is missing', async (t) => {
  await assert.rejects(
    createMediaEngine({ allowUnsandboxed: true }).run(
      { do: 'probe' },
      { input: '/nowhere/at/all.mp4', folder: await folderFor(t) },
    ),
    { code: 'ENOENT' },
  )
})

test(
  'takes ownership of the files that the child wrote',
  { skip: process.getuid?.() !== 0 && 'only root gives files away' },
  async (t) => {
    const folder = await folderFor(t)
    const [poster] = await createMediaEngine({ allowUnsandboxed: true }).run(
      { do: 'poster' },
      { input: await long(t), folder },
    )
    assert.deepEqual(
      [(await stat(folder)).uid, (await stat(`${folder}/${poster!.name}`)).uid],
      [0, 0],
    )
  },
)

test(
  'runs the child without network, privileges or environment',
  { skip: process.platform !== 'linux' && 'needs /proc' },
  async (t) => {
    process.env['SECRET_OF_OURS'] = 'swordfish'
    t.after(() => {
      delete process.env['SECRET_OF_OURS']
    })
    const { layers } = await createMediaEngine({ allowUnsandboxed: true }).sandbox()
    const calling = new AbortController()
    const running = createMediaEngine({ allowUnsandboxed: true }).run(LADDER, {
      input: await long(t),
      folder: await folderFor(t),
      signal: calling.signal,
    })
    const failed = assert.rejects(running)
    const pid = await until(async () => (await childrenOfMine())[0])
    const [environment, status, net] = await Promise.all(
      ['environ', 'status', 'net/dev'].map((what) => readFile(`/proc/${pid}/${what}`, 'utf8')),
    )
    calling.abort(new Error('seen enough'))
    await failed
    assert.ok(!environment!.includes('swordfish'))
    assert.deepEqual(
      environment!
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0]),
      ['PATH', 'NODE_COMPILE_CACHE', 'OPENSSL_CONF'],
    )
    if (layers.includes('no new privileges')) assert.match(status!, /NoNewPrivs:\s+1/)
    if (layers.includes('own user')) assert.match(status!, /Uid:\s+65534\s+65534/)
    if (layers.includes('own user')) assert.match(status!, /CapEff:\s+0+\n/)
    if (layers.includes('no network'))
      assert.deepEqual(
        net!
          .split('\n')
          .slice(2)
          .filter(Boolean)
          .map((line) => line.split(':')[0]!.trim()),
        ['lo'],
      )
  },
)

test(
  'runs encodes after everything else, also where the CPU is shared between sessions',
  { skip: process.platform !== 'linux' && 'needs /proc' },
  async (t) => {
    const calling = new AbortController()
    const running = createMediaEngine({ allowUnsandboxed: true }).run(LADDER, {
      input: await long(t),
      folder: await folderFor(t),
      signal: calling.signal,
      onProgress: () => calling.abort(new Error('seen enough')),
    })
    const failed = assert.rejects(running)
    const pid = await until(async () => (await childrenOfMine())[0])
    const read = (path: string) => readFile(`/proc/${pid}/${path}`, 'utf8')
    const session = await read('autogroup').catch(() => '')
    const threads = await Promise.all(
      (await readdir(`/proc/${pid}/task`)).map(async (id) =>
        niceness(await read(`task/${id}/stat`)),
      ),
    )
    await failed
    assert.deepEqual(new Set(threads), new Set([10]))
    if (session) assert.match(session, /nice 10\n$/)
  },
)

/** The fields after the name of the program, which may contain spaces. */
const niceness = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])

/**
 * Children of this process that have a task, once the launcher has confined them.
 */
async function childrenOfMine(): Promise<string[]> {
  const running = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const [status, command] = await Promise.all(
          ['status', 'cmdline'].map((what) =>
            readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => ''),
          ),
        )
        return new RegExp(`PPid:\\s+${process.pid}\\n`).test(status!) &&
          command!.startsWith(process.execPath) &&
          /\bchild\.(ts|js)\b/.test(command!) &&
          !/\blauncher\.(ts|js)\b/.test(command!) &&
          command!.endsWith('task\0')
          ? pid
          : undefined
      }),
  )
  return running.filter((pid) => pid !== undefined)
}

async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 500; tries++) {
    const answer = await ask()
    if (answer) return answer
    await after(20)
  }
  throw new Error('it never came to be')
}
