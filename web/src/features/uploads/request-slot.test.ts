import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFile } from './request-slot.ts'

const request = {
  materials: [{ name: 'Dubbed', files: ['a'], complete: false, approved: false }],
  files: [{ name: 'Online', files: ['x'] }],
} as unknown as Parameters<typeof withFile>[0]

test('attaches a material and marks it as complete', () => {
  assert.deepEqual(withFile(request, { request: 'r', kind: 'material', name: 'Dubbed' }, 'b'), {
    materials: [{ name: 'Dubbed', files: ['a', 'b'], complete: true, approved: false }],
  })
})

test('adds a deliverable to its use, and attaches a file once', () => {
  const slot = { request: 'r', kind: 'use' as const, name: 'Online' }
  assert.deepEqual(withFile(request, slot, 'y'), { files: [{ name: 'Online', files: ['x', 'y'] }] })
  assert.deepEqual(withFile(request, slot, 'x'), { files: [{ name: 'Online', files: ['x'] }] })
  assert.deepEqual(withFile(request, { ...slot, name: 'DVD' }, 'y'), {
    files: [{ name: 'DVD', files: ['y'] }],
  })
})
