import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// `a + *` makes the browser match the rules of all rows again when a list gets one more: while the
// library scrolled, that took 7 ms of each frame.
test('no rule is for any element next to another one', () => {
  const wrong = globSync('**/*.css', { cwd: import.meta.dirname }).filter((file) =>
    /\* [+~]|[+~] \*/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  assert.deepEqual(wrong, [])
})
