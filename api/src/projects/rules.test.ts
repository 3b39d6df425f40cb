import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseErrors, presentProject, presentProjectSummary } from './rules.ts'

test('requires an existing time zone for a release', () => {
  for (const release of [null, undefined, { date: 5, tz: 'Europe/Berlin' }])
    assert.deepEqual(releaseErrors(release), [])
  for (const tz of ['Mars/X', '../../etc/localtime', '+01:00'])
    assert.deepEqual(
      releaseErrors({ date: 5, tz }).map((error) => error.pointer),
      ['/release/tz'],
    )
})

test('links a project to itself and its studio', () => {
  const summary = {
    _id: 'a'.repeat(24),
    name: 'Film',
    slug: 'film',
    studio: 'b'.repeat(24),
    logo: null,
  }
  assert.deepEqual(presentProjectSummary(summary, { host: 'h' }).$links, {
    self: `//h/api/projects/${summary._id}`,
  })
  assert.deepEqual(
    presentProject(
      { ...summary, status: 'active', description: '', release: null, created: 5 },
      { host: 'h' },
    ).$links,
    { self: `//h/api/projects/${summary._id}`, studio: `//h/api/studios/${summary.studio}` },
  )
})
