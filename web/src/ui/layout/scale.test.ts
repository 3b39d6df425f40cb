// Every font size, distance and radius is a step of scale.css.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const SCALE = 'ui/layout/scale.css'
const read = (path: string) =>
  readFileSync(join(ROOT, path), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')

const STEPS = { text: 'font', space: 'space', radius: 'radius' } as const
const PROPERTIES = {
  font: /^font(-size)?$/,
  space: /^((row-|column-)?gap|(padding|margin)(-[a-z-]+)?)$/,
  radius: /^border-([a-z-]+-)?radius$/,
}
/** The line height of the shorthand is not a size. */
const withoutLineHeight = (value: string) => value.replace(/\/[\w.]+/, '')
/** A hairline is not a distance, and a step minus 2 or 3 pixels makes room for a border. */
const withoutBorders = (value: string) => value.replaceAll(/(?<![\d.])-?1px\b| - [23]px(?=\))/g, '')
const RAW = /(?<![\w-])-?[\d.]+(px|rem|pt)\b/

/** The declarations of a style sheet that a size belongs to, with the kind of their steps. */
function sizesOf(path: string) {
  return [...read(path).matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)/g)].flatMap(
    ([, property, value]) => {
      const kind = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).find((one) =>
        PROPERTIES[one].test(property!),
      )
      return kind ? [{ path, kind, property: property!, value: value! }] : []
    },
  )
}
const sizes = globSync('**/*.css', { cwd: ROOT }).flatMap(sizesOf)
const show = ({ path, property, value }: (typeof sizes)[number]) => `${path}: ${property}: ${value}`

test('every font size, distance and radius is a step of the scale', () => {
  assert.ok(sizes.length > 1000, `${sizes.length} declarations`)
  const raw = sizes.filter(({ value }) => RAW.test(withoutBorders(withoutLineHeight(value))))
  assert.deepEqual(raw.map(show), [])
})

test('every step exists and is used, and only for its purpose', () => {
  const declared = [...read(SCALE).matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name)
  const used = sizes.flatMap((size) =>
    [...size.value.matchAll(/--(text|space|radius)-\w+/g)].map(([name, group]) => ({
      name,
      size,
      isRight: STEPS[group as keyof typeof STEPS] === size.kind && declared.includes(name),
    })),
  )
  assert.deepEqual(
    used.filter(({ isRight }) => !isRight).map(({ size }) => show(size)),
    [],
  )
  assert.deepEqual(new Set(used.map(({ name }) => name)), new Set(declared))
})
