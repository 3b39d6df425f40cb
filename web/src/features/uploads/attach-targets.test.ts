import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachmentChange, attachTargetsOf } from './attach-targets.ts'

const request = (status: 'incomplete' | 'awaiting-materials' | 'in-progress' | 'complete') => ({
  _id: 'w1',
  status,
  language: 'deu',
  territory: 'DE',
  uses: { items: ['Online' as const], details: {} },
  dcp: { items: [], details: [] },
  files: [{ name: 'Online', files: ['f0'] }],
  materials: [
    { name: 'Dubbed', complete: false, approved: false, files: ['f1'] },
    { name: 'Subtitled', complete: false, approved: false, files: [] },
    { name: 'Graphics', complete: true, approved: false, files: [] },
  ],
})
const names = (status: Parameters<typeof request>[0]) =>
  attachTargetsOf([request(status)]).map(({ kind, name }) => `${kind} ${name}`)

test('offers open materials, and deliverables while work is in progress', () => {
  assert.deepEqual(names('awaiting-materials'), ['material Dubbed'])
  assert.deepEqual(names('in-progress'), ['material Dubbed', 'use Online'])
  assert.deepEqual([...names('incomplete'), ...names('complete')], [])
})

test('adds the file to the target and removes it again', () => {
  const [dub, online] = attachTargetsOf([request('in-progress')])
  assert.deepEqual(attachmentChange(dub!, 'f2', true), {
    materials: [{ name: 'Dubbed', complete: false, approved: false, files: ['f1', 'f2'] }],
  })
  assert.deepEqual(attachmentChange(online!, 'f2', true), {
    files: [{ name: 'Online', files: ['f0', 'f2'] }],
  })
  assert.deepEqual(attachmentChange({ ...dub!, files: ['f1', 'f2'] }, 'f2', false), {
    materials: [{ name: 'Dubbed', complete: false, approved: false, files: ['f1'] }],
  })
})
