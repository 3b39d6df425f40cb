import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { repairXml } from './repair.ts'

function repair(source: string) {
  const { bytes, faults } = repairXml(new TextEncoder().encode(source), { neverNested: [] })
  return {
    text: new TextDecoder().decode(bytes),
    faults: faults.map(({ message, repair }) => `${message}; ${repair}`),
  }
}

test('accepts the end of the root element before comments of any length', () => {
  const comments = `<!--${'a'.repeat(6000)}--> <?end?>\n<!---->`
  assert.deepEqual(repair(`<a>b</a>${comments}`), { text: '<a>b</a>\n', faults: [] })
})

test('leaves out an end of the root element that has content after it', () => {
  for (const [rest, text] of [
    ['<b/>', '<b/>'],
    [' c', ' c'],
    ['<!----><b/>', '<b/>'],
  ] as const)
    assert.deepEqual(repair(`<a></a>${rest}</a>`), {
      text: `<a>${text}</a>`,
      faults: ['The document closes </a> before its end; left out: </a>'],
    })
})

test('reports an end tag without a start tag', () => {
  assert.deepEqual(repair('<a></b></a>'), {
    text: '<a></a>',
    faults: ['The document closes </b>, which is not open; left out: </b>'],
  })
})

test('leaves out a document type with declarations of any length', () => {
  const doctype = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(30_000)}">] >`
  const { text, faults } = repair(`${doctype}<a/>`)
  assert.equal(text, '<a/>')
  assert.equal(faults.length, 1)
})

test('takes linear time', () => {
  for (const [start, part, count] of [
    ['<a></a>', '<!---->', 50],
    ['<a>', '</a><!---->', 50_000],
    ['<a>', '</a><!--', 50_000],
    ['<a>', '<![', 100_000],
    ['<a>]', '<![', 100_000],
    ['<a>', `<${Array.from({ length: 4000 }, (_, index) => index.toString(36)).join(' a')}>`, 25],
  ] as const) {
    const began = performance.now()
    repair(`${start}${part.repeat(count)}]${' '.repeat(100_000)}x`)
    assert.ok(performance.now() - began < 3000, part.slice(0, 20))
  }
})
