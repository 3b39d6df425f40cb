// Imports go from left to right: app → features → ui → api → i18n.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const LAYERS = ['app', 'features', 'ui', 'api', 'i18n']
const layerOf = (path: string) => LAYERS.indexOf(path.split('/')[0]!)

test('no import goes against the layers', () => {
  const wrong = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).flatMap((file) =>
    importsOf(file)
      .filter((path) => layerOf(path) >= 0 && layerOf(path) < layerOf(file))
      .map((path) => `${file} imports ${path}`),
  )
  assert.deepEqual(wrong, [])
})

test('ui has no files outside of its folders', () => {
  assert.deepEqual(globSync('ui/*.*', { cwd: import.meta.dirname }), [])
})

/** Relative to this folder. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, path]) =>
    join(dirname(file), path!),
  )
}
