// Hostile cases of class E: text that means something to SQL, HTML or subtitles, URLs and archives.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sendFile } from '../../src/downloads/contract.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import { changeProject } from '../../src/projects/contract.ts'
import { createScript, scriptLines } from '../../src/scripts/contract.ts'
import { changeStudio } from '../../src/studios/contract.ts'
import { pathOf } from '../call-route.ts'
import { openBrowser } from '../chromium.ts'
import { expectProblem } from '../expect-problem.ts'
import { loadFixtures, type Fixtures } from '../fixtures.ts'
import { uploadFile } from '../orders.ts'
import { rawRequest } from '../raw-request.ts'
import { databaseErrorsOf } from '../statements-of.ts'
import { countsOf } from './effort.ts'

const SQL_TEXTS = [
  "'",
  "' or 1=1 --",
  '";--',
  '\\',
  '$1',
  '%',
  '_',
  "'; drop table person; --",
  '((((((((((a+)+)+)+)+)+)+)+)+)+$',
  '\u2028',
  'E\\\\x',
]
const ANSWERS = [200, 400, 401, 403, 404, 416, 422]

test('83. SQL and patterns in every filter and id', async (t) => {
  const fixtures = await loadFixtures(t)
  const by = fixtures.a.people.studio
  const reads = fixtures.app.endpoints.filter(({ method, bytes }) => method === 'GET' && !bytes)
  const urls = reads.flatMap((endpoint) =>
    SQL_TEXTS.map(encodeURIComponent).flatMap((value) => [
      ...Object.keys(endpoint.query?.properties ?? {}).map(
        (name) => `${pathOf(endpoint)}?${name}=${value}`,
      ),
      ...(endpoint.path.includes(':') ? [pathOf(endpoint, value)] : []),
    ]),
  )
  assert.ok(urls.length > 2500, String(urls.length))
  const errors = await databaseErrorsOf(async () => {
    for (const url of urls) {
      const { statusCode } = await rawRequest(fixtures, url, { by })
      assert.ok(ANSWERS.includes(statusCode), `${statusCode} ${url}`)
    }
  })
  assert.deepEqual(errors, [])
})

test('control: an error of PostgreSQL is seen', async (t) => {
  const { db } = await loadFixtures(t)
  const errors = await databaseErrorsOf(() =>
    assert.rejects(sql`select * from person where id = '' or`.execute(db)),
  )
  assert.equal(errors.length, 1)
})

const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<xmp><script>alert(1)</script></xmp>',
  '<i onclick=alert(1)>x</i>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<b><b/onmouseover=alert(1)>x</b>',
  '<i\u0000>x</i>',
  '<I/**/>x</I>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<b>bold</b><br><i>x</i>',
]

/** The texts that the service stores of these, each as the line of a script. */
async function storeTexts(fixtures: Fixtures, texts: readonly string[]): Promise<string[]> {
  const { _id, by } = await newScript(fixtures)
  const path = `/api/scripts/${_id}/lines`
  const accepted: string[] = []
  for (const text of texts) {
    const line = { number: 1, text, startTime: '00:00:01,000', stopTime: '00:00:02,000' }
    const reply = await rawRequest(fixtures, path, { method: 'PUT', by, payload: [line] })
    assert.ok([200, 422].includes(reply.statusCode), `${reply.statusCode} ${text}`)
    if (reply.statusCode !== 200) continue
    const lines = (await rawRequest(fixtures, path, { by })).json<{ text: string }[]>()
    accepted.push(...lines.map((line) => line.text))
  }
  return accepted
}

async function newScript({ a }: Fixtures) {
  const by = a.people.studio
  const body = { asset: a.asset._id, part: 'dialogue' as const, language: 'eng' }
  return { by, ...(await by.call(createScript, { body })) }
}

/** Only i, b, u and br, without attributes. */
const isCanonical = (text: string) => !/[<>]/.test(text.replaceAll(/<\/?[ibu]>|<br>/g, ''))

test('84. HTML in subtitle lines', async (t) => {
  const texts = await storeTexts(await loadFixtures(t), MARKUP)
  assert.ok(texts.includes('<b>bold</b><br><i>x</i>'))
  for (const text of texts) assert.ok(isCanonical(text), text)
  assert.equal(isCanonical('<img src=x onerror=alert(1)>'), false)
})

test('control: a browser runs the scripts of the texts, and none of what is stored', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const page = await browser.newPage()
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  /** Shows each text as HTML, as a careless program could. */
  const countDialogs = async (texts: readonly string[]) => {
    dialogs = 0
    for (const text of texts) await page.setContent(`<p>${text}</p>`)
    await page.waitForTimeout(500)
    return dialogs
  }
  assert.equal(await countDialogs(await storeTexts(await loadFixtures(t), MARKUP)), 0)
  assert.ok((await countDialogs(MARKUP)) > 0)
})

const CUE = '1\n00:00:01,000 --> 00:00:02,000\n'
const SUBTITLES: ['srt' | 'vtt', text: string][] = [
  ['srt', `${CUE}a --> b\n`],
  ['srt', `${CUE}a\u0000b\n`],
  ['srt', `\uFEFF${CUE}with a mark\n`],
  [
    'srt',
    `${CUE.replaceAll('\n', '\r\n')}mixed\nends\r\n\r\n2\r00:00:03,000 --> 00:00:04,000\rmac\r`,
  ],
  ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>hello</v> -- > x\n'],
  ['vtt', 'WEBVTT\n\nNOTE a --> b\n\n00:01.000 --> 00:02.000\n&lt;b&gt;\n'],
  ['srt', CUE + '<i>'.repeat(20_000)],
]

test('87. hostile subtitle files', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id, by } = await newScript(fixtures)
  const load = (format: string, payload: string) =>
    rawRequest(fixtures, `/api/scripts/${_id}/import?format=${format}&mode=replace`, {
      method: 'POST',
      by,
      headers: { 'content-type': 'text/plain' },
      payload,
    })
  const read = async () =>
    (await by.call(scriptLines.list, { params: { id: _id } })).map(({ text }) => text)
  let loaded = 0
  for (const [format, text] of SUBTITLES) {
    const { statusCode } = await load(format, text)
    assert.ok([200, 422].includes(statusCode), `${statusCode} ${text.slice(0, 60)}`)
    if (statusCode !== 200) continue
    loaded++
    const before = await read()
    const exported = await rawRequest(fixtures, `/api/scripts/${_id}/export?format=${format}`, {
      by,
    })
    // A character that the format cannot have is kept in the line, and the export says so.
    if (exported.statusCode === 422) {
      assert.equal(exported.json<{ code: string }>().code, 'format.unsupported')
      continue
    }
    assert.equal((await load(format, exported.body)).statusCode, 200)
    assert.deepEqual(await read(), before, text)
  }
  assert.ok(loaded >= 4, String(loaded))
})

test('92. SVG, PDF and EPS as logo', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor } = a.people
  for (const [name, bytes] of [
    [
      'logo.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/x"/></svg>',
    ],
    ['logo.png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
    ['logo.jpg', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'],
    ['logo.eps', '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run'],
  ] as const) {
    const { _id: logo } = await uploadFile(vendor, a, name, bytes)
    const [ofStudio, ofProject] = [{ id: a.studio._id }, { id: a.project._id }]
    await expectProblem(studio.call(changeStudio, { params: ofStudio, body: { logo } }), 415)
    await expectProblem(studio.call(changeProject, { params: ofProject, body: { logo } }), 415)
  }
})

/** A server that counts connections. */
async function startCanary(t: TestContext) {
  const seen = { connections: 0 }
  const server = createServer((socket) => {
    seen.connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return { seen, port: (server.address() as AddressInfo).port }
}

test('94. URLs of private addresses in every field', async (t) => {
  const { seen, port } = await startCanary(t)
  const fixtures = await loadFixtures(t)
  const { a, runJobs } = fixtures
  const urls = [
    `http://127.0.0.1:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/`,
  ]
  const attempts = urls.flatMap((url): ['PUT' | 'POST', path: string, payload: object][] => [
    ['PUT', `assets/${a.asset._id}`, { thumbnail: url }],
    ['PUT', `studios/${a.studio._id}`, { logo: url }],
    ['PUT', `projects/${a.project._id}`, { logo: url, description: url }],
    ['POST', 'previews', { asset: a.asset._id, path: url, cdn: { domain: url, key: 'x' } }],
    ['POST', 'webhooks', { studio: a.studio._id, url }],
    [
      'POST',
      `studios/${a.studio._id}/identityproviders`,
      { name: 'x', issuer: url, clientId: 'x', domains: [] },
    ],
  ])
  const statuses: number[] = []
  for (const [method, path, payload] of attempts) {
    const by = a.people.studio
    statuses.push((await rawRequest(fixtures, `/api/${path}`, { method, by, payload })).statusCode)
  }
  await runJobs()
  assert.ok(
    statuses.every((status) => status >= 400 && status < 500),
    countsOf(statuses),
  )
  assert.equal(seen.connections, 0)
})

test('control: the canary server sees a connection', async (t) => {
  const { seen, port } = await startCanary(t)
  await once(connect(port, '127.0.0.1').resume(), 'close')
  assert.equal(seen.connections, 1)
})

/** The head of an archive with a name that leads out of the folder, and 4 GB announced. */
function archiveWith(path: string): Buffer {
  const name = Buffer.from(path)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(0xffff_ffff, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, Buffer.from('harmless')])
}

test('96. an archive as material', async (t) => {
  const { a, app, runJobs } = await loadFixtures(t)
  const outside = join(tmpdir(), `expanded-${crypto.randomUUID()}`)
  const bytes = archiveWith(`${'../'.repeat(12)}${outside}`)
  const { _id } = await uploadFile(a.people.vendor, a, 'materials.zip', bytes)
  await runJobs()
  const sent = await a.people.vendor.call(sendFile, { params: { id: _id } })
  assert.ok(Buffer.from(sent).equals(bytes))
  for (const folder of [outside, join(app.config.dataDir, basename(outside))])
    assert.equal(existsSync(folder), false)
})
