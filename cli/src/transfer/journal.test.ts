import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { journalPath, openJournal, type JournalEntry } from './journal.ts'

const entry = (path: string): JournalEntry => ({
  path,
  size: 1,
  mtime: '1',
  inode: '1',
  address: 'http://localhost',
  email: 'ada@example.com',
  asset: 'x',
  metadata: {},
  key: `key of ${path}`,
})

test('finds an unfinished upload again with its file id, until it is finished', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'reelay-journal-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const path = journalPath({ XDG_STATE_HOME: home })
  assert.equal(path, join(home, 'reelay', 'uploads.jsonl'))
  const journal = await openJournal(path)
  await Promise.all(['/a', '/b', '/c'].map((name) => journal.begin(entry(name))))
  await Promise.all([journal.registered(entry('/a'), 'f1'), journal.finish(entry('/b'))])
  const reopened = await openJournal(path)
  assert.deepEqual(
    ['/a', '/b', '/c'].map((name) => reopened.find(entry(name))?.file),
    ['f1', undefined, undefined],
  )
  assert.equal(reopened.find(entry('/b')), undefined)
  assert.equal(
    reopened.find({ ...entry('/a'), email: 'bo@example.com' }),
    undefined,
    'not by another user',
  )

  await Promise.all([reopened.finish(entry('/a')), reopened.begin(entry('/d'))])
  const before = (await stat(path)).size
  await openJournal(path)
  assert.equal((await stat(path)).size, before, 'another command may be writing')
  await utimes(path, 1, 1)
  const rewritten = await openJournal(path)
  assert.deepEqual(
    [(await readFile(path, 'utf8')).trim().split('\n').length, (await stat(path)).mode & 0o777],
    [2, 0o600],
  )
  await reopened.finish(entry('/c'))
  assert.ok(
    rewritten.find(entry('/d')) && !(await openJournal(path)).find(entry('/c')),
    'an open journal writes into the new file',
  )
})

test('finds all files of an unfinished batch, until it is finished', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'reelay-journal-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const path = join(home, 'uploads.jsonl')
  const batched = (name: string, key: string) => ({ ...entry(name), key, isBatched: true as const })
  const journal = await openJournal(path)
  await Promise.all([
    journal.beginBatch('one', [batched('/a', 'one'), batched('/b', 'one')]),
    journal.beginBatch('two', [batched('/c', 'two')]),
    journal.begin(entry('/d')),
  ])
  await Promise.all([journal.finishBatch('two'), journal.finish(entry('/d'))])
  // The second time it is rewritten.
  for (let time = 0; time < 2; time++) {
    const reopened = await openJournal(path)
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((name) => reopened.find(entry(name))),
      [batched('/a', 'one'), batched('/b', 'one'), undefined, undefined],
    )
    await utimes(path, 1, 1)
  }
  assert.equal((await readFile(path, 'utf8')).trim().split('\n').length, 1)
  const last = await openJournal(path)
  await last.finishBatch('one')
  assert.deepEqual([last.find(entry('/a')), last.find(entry('/b'))], [undefined, undefined])
})
