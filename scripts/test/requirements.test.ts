import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRequirements, runsAlone } from './requirements.ts'

const ofFiles = (...files: string[]) => findRequirements({ files, specs: [], projects: [] })
const NOTHING = { database: false, s3: false, bundle: false, webApp: false, cli: false }

test('pure rules need nothing', () => {
  assert.deepEqual(
    ofFiles(
      'api/src/workrequests/rules/moves.test.ts',
      'cli/src/output/text-width.test.ts',
      'client/src/xhr.test.ts',
    ),
    NOTHING,
  )
})

test('tests that import the fixtures need a database', () => {
  assert.deepEqual(ofFiles('client/src/each.test.ts'), {
    ...NOTHING,
    database: true,
    bundle: true,
  })
})

test('tests of the codecs need their bundle', () => {
  assert.deepEqual(ofFiles('media/src/engine.nightly.test.ts'), { ...NOTHING, bundle: true })
})

test('tests of S3 need a gateway, and tests in a browser the web app', () => {
  assert.ok(ofFiles('api/src/kernel/storage/s3.nightly.test.ts').s3)
  assert.ok(findRequirements({ files: [], specs: [], projects: ['journeys'] }).webApp)
})

test('tests that start the CLI as a process need its bundle', () => {
  assert.ok(ofFiles('cli/src/commands/session.test.ts').cli)
})

test('files that start services or replace modules run alone', () => {
  for (const file of ['api/test/drain.test.ts', 'api/test/row-security/alone.nightly.test.ts'])
    assert.ok(runsAlone(file), file)
  assert.ok(!runsAlone('api/test/access.test.ts'))
})
