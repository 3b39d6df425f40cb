// What the documents say of the code is held against the code.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { HOLDS, RIGHTS, ROLES } from '../src/access/rules.ts'
import { readConfig } from '../src/kernel/config.ts'
import { checksPage } from '../src/subtitles/rules/checks/page.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('docs/rights.md prints the table of rights as it is', () => {
  const rights = [...RIGHTS, 'studio.manage', 'installation.manage'] as const
  const rows = rights.map((right) => `| \`${right}\` | ${ROLES.map((role) => (HOLDS[role].includes(right) ? '●' : '')).join(' | ')} |`)
  const table = [`| | ${ROLES.join(' | ')} |`, `|---|${ROLES.map(() => ':-:').join('|')}|`, ...rows].join('\n')
  assert.ok(read('docs/rights.md').includes(table), `docs/rights.md should hold:\n${table}`)
})

test('the README names every setting that is read', () => {
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_target, name) => void asked.add(String(name)) }))
  const missing = [...asked].filter((name) => !read('README.md').includes(`\`${name}\``))
  assert.deepEqual(missing, [])
})

test('docs/checks.md is what the rules and profiles say of themselves', () => assert.equal(read('docs/checks.md'), checksPage()))
