// Cases 83 to 87 and 89: text that means something to SQL, HTML, subtitles or mail.
import assert from 'node:assert/strict'
import * as contract from '@reelay/api/contract'
import { launch } from '../../../api/test/chromium.ts'
import { tokenAuth } from '../../../api/test/raw-http.ts'
import type { Installation } from '../tools/installation.ts'
import { listEndpoints, pathOf } from '../tools/endpoints.ts'
import { countsOf, timed, times } from '../tools/measure.ts'
import { expectStatus, parse, send } from '../tools/request.ts'
import { lines, openSocket, statusesIn } from '../tools/socket.ts'

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

export async function injectedSql(on: Installation): Promise<string> {
  const by = on.a.people.studio
  const before = await on.readDatabaseLog()
  const statuses: number[] = []
  const reads = listEndpoints().filter(({ method, bytes }) => method === 'GET' && !bytes)
  for (const endpoint of reads) {
    const names = Object.keys((endpoint.query as { properties?: object })?.properties ?? {})
    for (const text of SQL_TEXTS) {
      const value = encodeURIComponent(text)
      const urls = [
        ...names.map((name) => `${pathOf(endpoint)}?${name}=${value}`),
        ...(endpoint.path.includes(':')
          ? [pathOf(endpoint).replaceAll('f'.repeat(24), value)]
          : []),
      ]
      for (const url of urls)
        statuses.push((await send(on, url, { headers: tokenAuth(by) })).status)
    }
  }
  assert.ok(
    statuses.every((status) => [200, 400, 401, 403, 404, 416, 422].includes(status)),
    countsOf(statuses),
  )
  assert.doesNotMatch((await on.readDatabaseLog()).slice(before.length), /ERROR:/)
  return `${countsOf(statuses)}; no error in the log of PostgreSQL`
}

export async function createScript(on: Installation) {
  const { studio } = on.a.people
  const [existing] = (
    await studio.call(contract.scripts.listScripts, {
      query: { asset: on.a.asset._id, part: 'dialogue' },
    })
  ).items
  return (
    existing ??
    (await studio.call(contract.scripts.createScript, {
      body: { asset: on.a.asset._id, part: 'dialogue', language: 'eng' },
    }))
  )
}

const line = (text: unknown, more: object = {}) => ({
  text,
  startTime: '00:00:01,000',
  stopTime: '00:00:02,000',
  ...more,
})

async function replaceLines(on: Installation, all: unknown[]) {
  const { _id } = await createScript(on)
  const path = `/api/scripts/${_id}/lines`
  const by = on.a.people.studio
  const reply = await send(on, path, { method: 'PUT', by, body: all })
  return { reply, stored: async () => parse<{ text: string }[]>(await send(on, path, { by })) }
}

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
]

/** Only i, b, u and br, without attributes. */
export const isCanonical = (text: string) => !/[<>]/.test(text.replaceAll(/<\/?[ibu]>|<br>/g, ''))

export async function injectedMarkup(on: Installation): Promise<string> {
  const statuses = []
  const shown: string[] = []
  for (const text of MARKUP) {
    const { reply, stored } = await replaceLines(on, [line(text, { number: 1 })])
    statuses.push(expectStatus(reply, 200, 422).status)
    if (reply.status === 200)
      for (const { text: kept } of await stored()) {
        assert.ok(isCanonical(kept), text)
        shown.push(kept)
      }
  }
  const plain = '<b>bold</b><br><i>x</i>'
  assert.equal(await countDialogs([plain, ...shown]), 0)
  assert.ok((await countDialogs(MARKUP)) > 0, 'the browser runs scripts')
  return `${countsOf(statuses)}; only i, b, u and br are stored; no dialog in a browser`
}

/** Shows each text as HTML, as a careless program could, and counts the scripts that ran. */
async function countDialogs(texts: readonly string[]): Promise<number> {
  const browser = await launch()
  if (!browser) throw new Error('There is no browser. Install Chromium or set CHROME_PATH.')
  try {
    const page = await browser.newPage()
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    for (const text of texts) await page.setContent(`<p>${text}</p>`)
    await page.waitForTimeout(500)
    return dialogs
  } finally {
    await browser.close()
  }
}

const SCRIPTS = ['مرحبا بالعالم', 'שלום עולם', '你好，世界', 'こんにちは', '👩‍👩‍👧‍👦 🇩🇪', 'é e\u0301 ﷽']

export async function strangeText(on: Installation): Promise<string> {
  const refused = [
    `${'<b>'.repeat(1000)}x${'</b>'.repeat(1000)}`,
    '<b>never closed',
    '</i>',
    'x'.repeat(2 ** 20 - 200),
    '<b><i>crossed</b></i>',
  ]
  const statuses = []
  for (const text of refused) {
    const { reply, stored } = await replaceLines(on, [line(text, { number: 1 })])
    statuses.push(expectStatus(reply, 200, 413, 422).status)
    if (reply.status === 200) {
      const [kept] = await stored()
      const count = (tag: string) => kept!.text.split(tag).length
      assert.equal(count('<b>'), count('</b>'))
      assert.equal(count('<i>'), count('</i>'))
    }
  }
  const all = SCRIPTS.map((text, index) =>
    line(text, {
      number: index + 1,
      startTime: `00:00:0${index + 1},000`,
      stopTime: `00:00:0${index + 1},900`,
    }),
  )
  const { reply, stored } = await replaceLines(on, all)
  expectStatus(reply, 200)
  assert.deepEqual(
    (await stored()).map(({ text }) => text),
    SCRIPTS,
  )
  return `${statuses.join(', ')}; ${SCRIPTS.length} scripts survive unchanged`
}

export async function impossibleTimes(on: Installation): Promise<string> {
  const times1 = [
    { startTime: '99:99:99,999' },
    { startTime: '00:00:03,000' },
    { startTime: '-00:00:01,000' },
    { startTime: 'NaN' },
    { startTime: 1000 },
    { range: [-1, 5] },
    { range: ['a'] },
    { number: -1 },
    { number: 1e9 },
  ]
  const statuses = []
  for (const more of times1) {
    const { reply } = await replaceLines(on, [line('x', { number: 1, ...more })])
    statuses.push(expectStatus(reply, 422).status)
  }
  const many = await replaceLines(
    on,
    times(20_001, (index) => ({ number: index + 1, text: '', startTime: 0, stopTime: 0 })),
  )
  expectStatus(many.reply, 413, 422)
  return `${statuses.length} × 422; 20,001 lines ${many.reply.status}`
}

const CUE = '1\n00:00:01,000 --> 00:00:02,000\n'
const SUBTITLES: [format: string, text: string][] = [
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

export async function hostileSubtitles(on: Installation): Promise<string> {
  const { _id } = await createScript(on)
  const by = on.a.people.studio
  const headers = { ...tokenAuth(by), 'content-type': 'text/plain' }
  const load = (format: string, body: string, more = '') =>
    send(on, `/api/scripts/${_id}/import?format=${format}&left=remove${more}`, {
      method: 'POST',
      headers,
      body,
    })
  const statuses: number[] = []
  for (const [format, text] of SUBTITLES) {
    const { ms, result } = await timed(() => load(format, text))
    statuses.push(expectStatus(result, 200, 422).status)
    assert.ok(ms < 2000, `${ms} ms for ${text.slice(0, 40)}`)
    if (result.status !== 200) continue
    const path = `/api/scripts/${_id}/lines`
    const textsOf = async () =>
      parse<{ text: string }[]>(await send(on, path, { by })).map((one) => one.text)
    const before = await textsOf()
    const exported = await send(on, `/api/scripts/${_id}/export?format=${format}`, { by })
    expectStatus(await load(format, expectStatus(exported, 200).text), 200)
    assert.deepEqual(await textsOf(), before, text)
  }
  const gigabyte = await sendGigabyte(on, `/api/scripts/${_id}/import?format=srt`)
  return `${countsOf(statuses)}, exports read back equal; a line of 1 GB ${gigabyte}`
}

/** Announces a gigabyte and sends until the service refuses. */
async function sendGigabyte(on: Installation, path: string): Promise<string> {
  const socket = await openSocket(on.service.port)
  let reply = ''
  let sent = 0
  socket.on('data', (bytes) => (reply += bytes.toString('latin1')))
  socket.write(
    lines(
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${tokenAuth(on.a.people.studio).authorization}`,
      'Content-Type: text/plain',
      `Content-Length: ${2 ** 30}`,
    ),
  )
  const piece = Buffer.alloc(65_536, 'x')
  while (sent < 2 ** 30 && !reply && !socket.destroyed) {
    if (!socket.write(piece))
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        new Promise((resolve) => socket.once('close', resolve)),
      ])
    sent += piece.length
    await new Promise(setImmediate)
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  socket.destroy()
  const [status] = statusesIn(reply)
  assert.ok(status === 413 || status === 422, `${status} after ${sent} bytes`)
  return `${status} after ${Math.round(sent / 2 ** 20)} MiB`
}
