// node scripts/demo-films/render.ts [film …]: draws the films of the demo in Chromium and encodes
// them into api/demo/films. `--stills` only draws the middle of each second, to look at them.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { FILMS, PICTURES, type FilmKey } from '../../api/demo/data/films.ts'
import { createMediaEngine } from '../../api/src/media/engine.ts'
import { launch } from '../../api/test/chromium.ts'
import { FRAME_RATE, planFrame, type FramePlan } from './cuts.ts'
import { encodeFilm } from './encode.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Frames stay here, so that only changed scenes are drawn again. */
const CACHE = join(ROOT, 'node_modules/.cache/demo-films')
const FOLDER = join(ROOT, 'api/demo/films')
const FONT = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const PAGE = `<style>@font-face { font-family: Film; font-weight: 100 900; src: url(/font) }</style>
<script type="module">
  import { drawFrame } from '/scripts/demo-films/cuts.ts'
  await document.fonts.load('700 40px Film')
  globalThis.draw = async (plans) => {
    for (const { name, plan } of plans) {
      const canvas = new OffscreenCanvas(...plan.size)
      const g = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
      drawFrame(g, plan)
      const body = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.96 })
      await fetch('/frames/' + name, { method: 'POST', body })
    }
  }
  document.title = 'ready'
</script>`

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = request.url!
  if (path.startsWith('/frames/')) {
    await writeFile(join(CACHE, path), Buffer.concat(await request.toArray()))
    response.end()
  } else if (path === '/font') response.end(await readFile(join(ROOT, FONT)))
  else if (path.endsWith('.ts')) {
    response.setHeader('content-type', 'text/javascript')
    response.end(stripTypeScriptTypes(await readFile(join(ROOT, path), 'utf8')))
  } else response.setHeader('content-type', 'text/html').end(PAGE)
}

type NamedPlan = { name: string; plan: FramePlan }

/** The name changes when the code that draws the frame does. */
async function planFilm(key: FilmKey, step = 1, first = 0): Promise<NamedPlan[]> {
  const { script } = FILMS[key]
  const files = (await readdir(import.meta.dirname)).filter(
    (file) => file.startsWith(script) || /^(brush|props|sea)\.ts$/.test(file),
  )
  const code = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file))))
  const plans: NamedPlan[] = []
  for (let frame = first; frame < FILMS[key].seconds * FRAME_RATE; frame += step) {
    const plan = planFrame(key, frame)
    const description = JSON.stringify([plan, code.map(String)])
    plans.push({
      name: `${createHash('sha256').update(description).digest('hex').slice(0, 24)}.jpg`,
      plan,
    })
  }
  return plans
}

async function drawFrames(page: Page, plans: NamedPlan[]) {
  const missing = plans.filter(({ name }) => !existsSync(join(CACHE, 'frames', name)))
  for (let at = 0; at < missing.length; at += FRAME_RATE) {
    await page.evaluate(
      (batch) => (globalThis as unknown as { draw: (plans: unknown) => Promise<void> }).draw(batch),
      missing.slice(at, at + FRAME_RATE),
    )
    process.stdout.write('.')
  }
}

/** A folder with the frames of a film, numbered from 0. */
async function linkFrames(key: string, plans: NamedPlan[]): Promise<string> {
  const folder = join(CACHE, key)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [n, { name }] of plans.entries())
    await symlink(join(CACHE, 'frames', name), join(folder, `${String(n).padStart(5, '0')}.jpg`))
  return folder
}

/** The posters, drawn like frames. */
async function drawPictures(page: Page) {
  for (const [key, picture] of Object.entries(PICTURES)) {
    const { script, scene, size, at: t } = picture
    const card = 'text' in picture && { card: { text: picture.text, p: 0.5 } }
    const plan: FramePlan = { script, scene, size, t, ...card, dark: 0 }
    await drawFrames(page, [{ name: `${key}.jpg`, plan }])
    await copyFile(join(CACHE, `frames/${key}.jpg`), join(FOLDER, `${key}.jpg`))
  }
}

/** The demo loads faster if it need not probe the films. */
async function saveProbes() {
  const engine = createMediaEngine({ allowUnsandboxed: true })
  const folder = await mkdtemp(join(tmpdir(), 'reelay-probe-'))
  const probes: Record<string, unknown> = {}
  for (const key of Object.keys(FILMS).filter((film) => existsSync(join(FOLDER, `${film}.mp4`))))
    probes[key] = await engine.run({ do: 'probe' }, { input: join(FOLDER, `${key}.mp4`), folder })
  await rm(folder, { recursive: true })
  await writeFile(join(FOLDER, 'probes.json'), `${JSON.stringify(probes, null, 2)}\n`)
}

const isStills = process.argv[2] === '--stills'
const names = process.argv.slice(isStills ? 3 : 2) as FilmKey[]
const films = names.length ? names : (Object.keys(FILMS) as FilmKey[])
await mkdir(join(CACHE, 'frames'), { recursive: true })
const server = createServer((request, response) => void answer(request, response)).listen(0)
const browser = await launch()
if (!browser) throw new Error('To render the films, install Chromium, or set CHROME_PATH.')
const page = await browser.newPage()
page.on('pageerror', (error) => console.error(error))
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
await page.waitForFunction(() => document.title === 'ready')
for (const key of films) {
  const plans = isStills ? await planFilm(key, FRAME_RATE, FRAME_RATE / 2) : await planFilm(key)
  await drawFrames(page, plans)
  const folder = await linkFrames(key, plans)
  if (!isStills) await encodeFilm(key, folder, join(FOLDER, `${key}.mp4`))
  console.log(` ${key}: ${folder}`)
}
if (!isStills) {
  await drawPictures(page)
  await saveProbes()
}
await browser.close()
server.close()
