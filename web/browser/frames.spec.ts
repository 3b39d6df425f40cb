import { expectExactFrames } from './exact-frames.ts'
import { test } from './fixtures.ts'

test('shows frame N as frame N at 23.976 frames per second', ({ app }) =>
  expectExactFrames(app, { rate: '24000/1001', gop: 48, bf: 3 }))
