import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycles, importsOf } from './sources.ts'

test('finds imports and exports on one line and on several', () => {
  const text = `import fs from 'node:fs'
import type { A } from './a.ts'
import {
  b,
  type C,
} from '../b.ts'
import def, { d } from './d.ts'
import * as e from './e.ts'
import './style.css'
export * as f from './f.ts'
export * from './g.ts'
export {
  h,
} from './h.ts'
export const text = "a word from 'nowhere'"
const later = () => import('./later.ts')
`
  assert.deepEqual(
    importsOf({ path: 'x/y/file.ts', text }).map(({ to }) => to),
    [
      'node:fs',
      'x/y/a.ts',
      'x/b.ts',
      'x/y/d.ts',
      'x/y/e.ts',
      'x/y/f.ts',
      'x/y/g.ts',
      'x/y/h.ts',
      'x/y/style.css',
      'x/y/later.ts',
    ],
  )
})

test('finds each cycle once', () => {
  const edges = ['ab', 'bc', 'ca', 'cd', 'da', 'de'].map(([from, to]) => ({
    from: from!,
    to: to!,
  }))
  assert.deepEqual(findCycles(edges), ['a → b → c → a', 'a → b → c → d → a'])
})
